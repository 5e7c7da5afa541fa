import "../theme/tokens.css";
import "../theme/fonts.css";
import "../theme/base.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { newQueryClient } from "../lib/client";
import { newRouter } from "./router";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

const client = newQueryClient();
const router = newRouter({ client });

// What the server said of the page that was opened is not true of the next one; a phone shares the canonical address.
const leave = router.subscribe("onResolved", ({ fromLocation, hrefChanged }) => {
  if (!fromLocation || !hrefChanged) return;
  leave();
  const said = 'link[rel="canonical"], meta[name="robots"], meta[property^="og:"], script[type="application/ld+json"]';
  for (const element of document.head.querySelectorAll(said)) element.remove();
});

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
