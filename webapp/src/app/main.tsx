import "../theme/tokens.css";
import "../theme/fonts.css";
import "../theme/base.css";
import { TransportProvider } from "@connectrpc/connect-query";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { loadFirst } from "../lib/first";
import { watchStylesheets } from "../lib/lazyWithRetry";
import { newQueryClient } from "../lib/query";
import { transport } from "../lib/transport";
import { ThemeProvider } from "../theme/ThemeProvider";
import { newRouter } from "./router";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

watchStylesheets();
const client = newQueryClient();
loadFirst(client, transport);
const router = newRouter({ client, transport });

// What the server said of the page that was opened is not true of the next one; a phone shares the canonical address.
const leave = router.subscribe("onResolved", ({ fromLocation, hrefChanged }) => {
  if (!fromLocation || !hrefChanged) return;
  leave();
  const said = 'link[rel="canonical"], meta[name="robots"], meta[property^="og:"], script[type="application/ld+json"]';
  for (const element of document.head.querySelectorAll(said)) element.remove();
});

// The outline stands until the first screen is there whole; drawing it gives way to the reader's hand again and again.
const draw = () =>
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
void router.load().then(draw);
