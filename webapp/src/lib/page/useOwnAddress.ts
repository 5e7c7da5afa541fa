import type { DescMessage, DescMethodUnary, MessageShape } from "@bufbuild/protobuf";
import { createConnectQueryKey, useTransport } from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useLayoutEffect } from "react";
import { idIn, nameOf } from "./paths";

/**
 * Replaces the address of a page by that of the item that it shows, if the page was opened by an id or has been renamed. The search
 * and the hash stay. `answer` is that of `schema`, which the page asks with the end of its address.
 */
export function useOwnAddress<O extends DescMessage>(
  schema: DescMethodUnary<DescMessage, O>,
  item: { id: string; url: string } | undefined,
  answer: MessageShape<O> | undefined,
): void {
  const router = useRouter();
  const client = useQueryClient();
  const transport = useTransport();
  const url = item?.url;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another address is replaced, not another answer
  useLayoutEffect(() => {
    if (!item || !url) return;
    const { pathname } = router.state.location;
    const path = new URL(url, window.location.origin).pathname;
    const input = { id: idIn(nameOf(item)) };
    const asked = idIn(decodeURIComponent(pathname.slice(pathname.lastIndexOf("/") + 1)));
    if (pathname === path || ![input.id, item.id].includes(asked)) return; // the user may be on the way to another page
    const key = createConnectQueryKey({ schema, input, transport, cardinality: "finite" } as never);
    if (!client.getQueryData(key)) client.setQueryData<unknown>(key, answer);
    const kept = { search: true, hash: true, state: true, replace: true, resetScroll: false, ignoreBlocker: true };
    void router.navigate({ to: path, ...kept } as never);
  }, [url, router, client, transport]);
}
