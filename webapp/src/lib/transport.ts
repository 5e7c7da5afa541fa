import { createConnectTransport } from "@connectrpc/connect-web";
import { QueryClient } from "@tanstack/react-query";
import { stale } from "./stale";

/** The one way to the server: Connect on the page's own origin, with its cookies; reads go as cacheable GETs. */
export const transport = createConnectTransport({
  baseUrl: "/",
  useHttpGet: true,
  fetch: (input, init) => fetch(input, { ...init, credentials: "same-origin" }),
});

// A call is made whatever the browser thinks of its connection: a server of one's own may well be reachable without the
// internet, and a call that waits in silence for a connection looks like one that hangs.
const networkMode = "always";

/** Server state, by the product's rules: no retry behind the reader's back, no refetch on focus, no polling. */
export const newQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        networkMode,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: stale.page,
      },
      mutations: { networkMode, retry: false },
    },
  });
