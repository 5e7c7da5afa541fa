import { useMutation, useQuery } from "@connectrpc/connect-query";
import { Button } from "@mantine/core";
import { MarkdownEditor } from "../../../components/MarkdownEditor";
import { ProtoForm } from "../../../components/ProtoForm";
import type { BoardPageName } from "../../../gen/uvboard/v1/board_pb";
import { BoardService, UpdateBoardPageRequestSchema } from "../../../gen/uvboard/v1/board_service_pb";
import { useInvalidate } from "../../../lib/query";
import { stale } from "../../../lib/stale";
import { toast } from "../../../lib/toast";
import { useProtoForm } from "../../../lib/useProtoForm";

/** The board's own text of a page. */
export function PageForm({ page, title }: { page: BoardPageName; title: string }) {
  const { data } = useQuery(BoardService.method.getBoardPage, { page }, { staleTime: stale.now });
  return data?.page ? <Editor page={page} title={title} content={data.page.content} /> : null;
}

function Editor({ page, title, content }: { page: BoardPageName; title: string; content: string }) {
  const invalidate = useInvalidate();
  const update = useMutation(BoardService.method.updateBoardPage);
  const form = useProtoForm({
    initialValues: { content },
    schema: UpdateBoardPageRequestSchema,
    toMessage: (values) => ({ page, content: values.content }),
    submit: async (message) => {
      await update.mutateAsync(message);
      toast("Saved", message.content ? `${title} has your text.` : `${title} has the product's text.`);
      await invalidate(BoardService.method.getBoardPage);
    },
    fallback: `Failed to save ${title}.`,
  });
  return (
    <ProtoForm form={form} label={title}>
      <MarkdownEditor
        {...form.getInputProps("content")}
        label={title}
        hint="Empty for the product's own text. Readers see the date of the last change."
        max={50_000}
        rows={8}
      />
      <Button type="submit" loading={form.busy} style={{ alignSelf: "start" }}>
        {form.busy ? "Saving..." : `Save ${title}`}
      </Button>
    </ProtoForm>
  );
}
