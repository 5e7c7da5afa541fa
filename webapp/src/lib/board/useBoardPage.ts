import { useQuery } from "@connectrpc/connect-query";
import type { BoardPageName } from "../../gen/uvboard/v1/board_pb";
import { BoardService } from "../../gen/uvboard/v1/board_service_pb";
import { stale } from "../server/stale";

/** The board's own text of a page; undefined if the page has the product's own. */
export function useBoardPage(page: BoardPageName) {
  const { data, isPending } = useQuery(BoardService.method.getBoardPage, { page }, { staleTime: stale.stats });
  return { own: data?.page?.contentHtml ? data.page : undefined, isPending };
}
