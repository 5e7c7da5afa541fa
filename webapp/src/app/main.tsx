import "../theme/tokens.css";
import "../theme/fonts.css";
import "../theme/base.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { connect } from "../lib/calls";
import { newQueryClient } from "../lib/client";
import { keepFirst } from "../lib/first";
import { whenIdle } from "../lib/idle";
import { watchStyles } from "../lib/piece";
import { newRouter } from "./router";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

watchStyles();
const client = newQueryClient();
keepFirst(client);
const router = newRouter({ client });

// What the server said of the page that was opened is not true of the next one; a phone shares the canonical address.
const leave = router.subscribe("onResolved", ({ fromLocation, hrefChanged }) => {
  if (!fromLocation || !hrefChanged) return;
  leave();
  const said = 'link[rel="canonical"], meta[name="robots"], meta[property^="og:"], script[type="application/ld+json"]';
  for (const element of document.head.querySelectorAll(said)) element.remove();
});

// The first press should not have to wait for what speaks to the server, so it comes when nothing else is left to load.
// Should it not come, it is tried again when it is needed.
whenIdle(() => void connect().catch(() => {}));

// The outline stands until the first screen is there whole; drawing it gives way to the reader's hand again and again.
const draw = () =>
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={client}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
    ),
  );
void router.load().then(draw);
