import { QueryClient } from "@tanstack/react-query";
import { stale } from "./stale";

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
