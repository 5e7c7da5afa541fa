import { TransportProvider } from "@connectrpc/connect-query";
import type { ReactNode } from "react";
import { transport } from "./connect";

/** Whatever makes its calls by connect-query itself stands in here. */
export function Connected({ children }: { children: ReactNode }) {
  return <TransportProvider transport={transport}>{children}</TransportProvider>;
}
