import { timestampDate } from "@bufbuild/protobuf/wkt";
import { Box, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { UserText } from "../../components/UserText";
import type { BoardPageName } from "../../gen/uvboard/v1/board_pb";
import { useBoardPage } from "../../lib/board/useBoardPage";
import { formatDate } from "../../lib/text/time";

/** The board's own text of a page; the product's, its children, if there is none. */
export function BoardText({ page, title, children }: { page: BoardPageName; title: string; children: ReactNode }) {
  const { own, isPending } = useBoardPage(page);
  if (isPending) return null; // it is not known yet which text it has
  if (!own) return children;
  const changed = own.updatedAt && timestampDate(own.updatedAt);
  return (
    <article className="wrap page">
      <Box component="header" pb="lg">
        <Title>{title}</Title>
        {changed && (
          <Text size="xl" c="dimmed" mt={12}>
            Last updated: <time dateTime={changed.toISOString().slice(0, 10)}>{formatDate(changed)}</time>
          </Text>
        )}
      </Box>
      <Box maw="72ch">
        <UserText html={own.contentHtml} />
      </Box>
    </article>
  );
}
