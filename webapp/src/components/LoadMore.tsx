import { Box, type BoxProps, Button } from "@mantine/core";
import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { ErrorState } from "./States";

/** The query of a list; one that is complete has only the first two. */
export type ListQuery = Pick<UseInfiniteQueryResult, "error" | "refetch"> &
  Partial<
    Pick<UseInfiniteQueryResult, "fetchNextPage" | "hasNextPage" | "isFetchNextPageError" | "isFetchingNextPage">
  >;

/** The button that loads the next page of an infinite query, or the error if that failed. */
export function LoadMore({
  query: { error, fetchNextPage, hasNextPage, isFetchNextPageError, isFetchingNextPage },
  what,
  end,
  ...box
}: BoxProps & {
  query: Omit<ListQuery, "refetch">;
  /** The name of the items, such as "Projects". */
  what: string;
  /** At the end of the list: the title of the button, which is then disabled. Without it there is no button. */
  end?: string;
}) {
  if (!hasNextPage) {
    if (!end) return null;
    return (
      <Box mt={48} ta="center" {...box}>
        <Button disabled title={end}>
          Load More {what}
        </Button>
      </Box>
    );
  }
  const load = () => void fetchNextPage?.();
  return (
    <Box mt={48} ta="center" {...box}>
      {isFetchNextPageError ? (
        <ErrorState title="Couldn't load more" error={error} onRetry={load} />
      ) : (
        <Button loading={isFetchingNextPage} onClick={load}>
          Load More {what}
        </Button>
      )}
    </Box>
  );
}
