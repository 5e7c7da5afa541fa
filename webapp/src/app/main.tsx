import "../theme/tokens.css";
import "../theme/fonts.css";
import "../theme/base.css";
import "../theme/served.css";
import { TransportProvider } from "@connectrpc/connect-query";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { whenIdle } from "../lib/page/firstUse";
import { watchStylesheets } from "../lib/page/lazyWithRetry";
import { paths } from "../lib/page/paths";
import { loadFirst } from "../lib/server/first";
import { newQueryClient } from "../lib/server/query";
import { transport } from "../lib/server/transport";
import { ThemeProvider } from "../theme/ThemeProvider";
import { newRouter } from "./router";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

// Loading the modules, preparing the data and rendering are separate tasks, so that a phone answers in between.
const nextTask = () => new Promise((resolve) => window.setTimeout(resolve));

watchStylesheets();
await nextTask();
const client = newQueryClient();
loadFirst(client, transport);
await nextTask();
const router = newRouter({ client, transport });

// The server's metadata describes the first page only. It is removed on navigation, since mobile browsers share the
// canonical URL.
const unsubscribe = router.subscribe("onResolved", ({ fromLocation, hrefChanged }) => {
  if (!fromLocation || !hrefChanged) return;
  unsubscribe();
  const metadata =
    'link[rel="canonical"], meta[name="robots"], meta[property^="og:"], script[type="application/ld+json"]';
  for (const element of document.head.querySelectorAll(metadata)) element.remove();
});

// What is looked for in Explore is a part of the page: the server counts it for Trending Searches.
const visitedPage = ({ pathname, search }: { pathname: string; search: { q?: string } }): string =>
  pathname === paths.explore && search.q ? `${pathname}?q=${encodeURIComponent(search.q)}` : pathname;

// After the first screen. A visit is not worth an error if the code does not arrive.
const stop = router.subscribe("onRendered", () => {
  stop();
  whenIdle(
    () =>
      void import("../lib/server/visits").then(
        ({ recordVisits }) =>
          recordVisits(visitedPage(router.state.location), (opened) =>
            router.subscribe("onResolved", ({ fromLocation, toLocation }) => {
              const page = visitedPage(toLocation);
              if (fromLocation && page !== visitedPage(fromLocation)) opened(page);
            }),
          ),
        () => undefined,
      ),
  );
});

// For push notifications, and the pages that were read last without a connection.
const stopWaiting = router.subscribe("onRendered", () => {
  stopWaiting();
  whenIdle(() => void navigator.serviceWorker?.register("/sw.js").catch(() => undefined)); // refused in private windows
});

// Render once the first screen is loaded; until then the page is the HTML of the server, or the outline in index.html. As a transition, rendering does not block
// user input.
const render = () =>
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <TransportProvider transport={transport}>
          <QueryClientProvider client={client}>
            <ThemeProvider>
              <RouterProvider router={router} />
            </ThemeProvider>
          </QueryClientProvider>
        </TransportProvider>
      </StrictMode>,
    ),
  );
void router.load().then(render);
