import { useMutation, useQuery } from "@connectrpc/connect-query";
import { Button, Group } from "@mantine/core";
import { type ReactNode, useRef } from "react";
import { MarkdownEditor } from "../../../components/MarkdownEditor";
import { ProtoForm } from "../../../components/ProtoForm";
import type { BoardPageName } from "../../../gen/uvboard/v1/board_pb";
import { BoardService, UpdateBoardPageRequestSchema } from "../../../gen/uvboard/v1/board_service_pb";
import { useProtoForm } from "../../../lib/form/useProtoForm";
import { useInvalidate } from "../../../lib/server/query";
import { stale } from "../../../lib/server/stale";
import { toast } from "../../../lib/ui/toast";
import { markdownOf } from "./markdownOf";

/** A page whose text a board may replace; `builtIn` is the text without one. */
type Page = { page: BoardPageName; title: string; builtIn: ReactNode };

/** The board's own text of a page. */
export function PageForm(props: Page) {
  const { data } = useQuery(BoardService.method.getBoardPage, { page: props.page }, { staleTime: stale.now });
  return data?.page ? <Editor {...props} content={data.page.content} /> : null;
}

function Editor({ page, title, builtIn, content }: Page & { content: string }) {
  const text = useRef<HTMLDivElement>(null);
  const invalidate = useInvalidate();
  const update = useMutation(BoardService.method.updateBoardPage);
  const form = useProtoForm({
    initialValues: { content },
    schema: UpdateBoardPageRequestSchema,
    toMessage: (values) => ({ page, content: values.content }),
    submit: async (message) => {
      await update.mutateAsync(message);
      toast("Saved", message.content ? `${title} has your text.` : `${title} has the built-in text.`);
      await invalidate(BoardService.method.getBoardPage);
    },
    fallback: `Failed to save ${title}.`,
  });
  return (
    <ProtoForm form={form} label={title}>
      <MarkdownEditor
        {...form.getInputProps("content")}
        label={title}
        hint="Empty for the built-in text. Readers see the date of the last change."
        max={50_000}
        rows={8}
      />
      <Group gap="sm">
        <Button type="submit" loading={form.busy}>
          {form.busy ? "Saving..." : `Save ${title}`}
        </Button>
        {form.values.content === "" && (
          <>
            <Button
              variant="subtle"
              onClick={() => text.current && form.setFieldValue("content", markdownOf(text.current))}
            >
              Start from the built-in text
            </Button>
            <div ref={text} hidden>
              {builtIn}
            </div>
          </>
        )}
      </Group>
    </ProtoForm>
  );
}
