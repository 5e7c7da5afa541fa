import { useTransport } from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { onFirstUse } from "../../lib/page/firstUse";
import type { Topic } from "./changes";

const load = () => import("./follow");
let loaded: Awaited<ReturnType<typeof load>> | undefined;

// A page that has just come is up to date, and many are left again soon.
const settleMs = 2_000;

/**
 * Keeps what is in the query cache up to date with the server while the screen is open. It starts when the page is idle, and
 * without it the screen works as usual.
 */
export function useLive(...topics: Topic[]): void {
  const client = useQueryClient();
  const transport = useTransport();
  const key = topics.join(" ");
  useEffect(() => {
    if (key === "") return;
    let stop: (() => void) | undefined;
    let left = false;
    const start = () => {
      if (!left) stop = loaded?.follow(client, transport, key.split(" ") as Topic[]);
    };
    let timer: number | undefined;
    const begin = async () => {
      // If the code cannot be loaded, the next screen tries again.
      loaded ??= await load().catch(() => undefined);
      start();
    };
    const cancel = loaded ? undefined : onFirstUse(() => (timer = window.setTimeout(begin, settleMs)));
    if (loaded) start();
    return () => {
      left = true;
      cancel?.();
      window.clearTimeout(timer);
      stop?.();
    };
  }, [client, transport, key]);
}
