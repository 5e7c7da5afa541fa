import { Box, type BoxProps, Button } from "@mantine/core";
import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { ErrorState } from "./States";

/** The button that loads the next page of an infinite query, or the error if that failed. */
export function LoadMore({
  query: { error, fetchNextPage, hasNextPage, isFetchNextPageError, isFetchingNextPage },
  what,
  ...box
}: BoxProps & {
  query: Pick<
    UseInfiniteQueryResult,
    "error" | "fetchNextPage" | "hasNextPage" | "isFetchNextPageError" | "isFetchingNextPage"
  >;
  /** The name of the items, such as "Projects". */
  what: string;
}) {
  if (!hasNextPage) return null;
  const load = () => void fetchNextPage();
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
