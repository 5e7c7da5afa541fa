import { useMutation, useQuery } from "@connectrpc/connect-query";
import { Badge, Button, Group, Skeleton, Text } from "@mantine/core";
import { type ReactNode, useRef } from "react";
import { TextLink } from "../../../components/ButtonLink";
import { ConfirmDialog } from "../../../components/ConfirmDialog";
import { MarkdownEditor } from "../../../components/MarkdownEditor";
import { ProtoForm } from "../../../components/ProtoForm";
import { ErrorState, Loading } from "../../../components/States";
import type { BoardPage, BoardPageName } from "../../../gen/uvboard/v1/board_pb";
import { BoardService, UpdateBoardPageRequestSchema } from "../../../gen/uvboard/v1/board_service_pb";
import { useProtoForm } from "../../../lib/form/useProtoForm";
import { useInvalidate } from "../../../lib/server/query";
import { stale } from "../../../lib/server/stale";
import { toast } from "../../../lib/ui/toast";
import { useDialog } from "../../../lib/ui/useDialog";
import { act } from "../act";
import { adminTime } from "../date";
import { markdownOf } from "./markdownOf";

/** A page whose text a board may replace; `builtIn` is the text without one. */
export type Page = { page: BoardPageName; title: string; path: string; builtIn: ReactNode };

/** The board's own text of a page. */
export function PageForm(props: Page) {
  const query = useQuery(BoardService.method.getBoardPage, { page: props.page }, { staleTime: stale.now });
  if (query.data?.page) return <Editor key={query.data.page.content} {...props} own={query.data.page} />;
  if (query.error)
    return <ErrorState level={2} title="Couldn't load the text" error={query.error} onRetry={query.refetch} />;
  return (
    <Loading>
      <Skeleton height={320} />
    </Loading>
  );
}

function Editor({ page, title, path, builtIn, own }: Page & { own: BoardPage }) {
  const text = useRef<HTMLDivElement>(null);
  const invalidate = useInvalidate();
  const update = useMutation(BoardService.method.updateBoardPage);
  const reset = useDialog();
  const form = useProtoForm({
    initialValues: { content: own.content },
    schema: UpdateBoardPageRequestSchema,
    toMessage: (values) => ({ page, content: values.content }),
    submit: async (message) => {
      await update.mutateAsync(message);
      toast("Saved", message.content ? `${title} has your text.` : `${title} has the built-in text.`);
      await invalidate(BoardService.method.getBoardPage);
    },
    fallback: `Failed to save ${title}.`,
  });
  const backToDefault = async () => {
    const done = await act(() => update.mutateAsync({ page, content: "" }), `Failed to save ${title}.`);
    reset.close();
    if (!done) return;
    toast("Saved", `${title} has the built-in text.`);
    await invalidate(BoardService.method.getBoardPage);
  };
  return (
    <>
      <Group gap="sm" mb="md">
        <Badge>{own.content ? "Your text" : "Built-in text"}</Badge>
        <Text size="sm" c="dimmed">
          {own.updatedAt && `Changed ${adminTime(own.updatedAt)}. `}
          <TextLink to={path}>See the page</TextLink>
        </Text>
      </Group>
      <ProtoForm form={form} label={title}>
        <MarkdownEditor
          {...form.getInputProps("content")}
          label={title}
          hint="Empty for the built-in text. Readers see the date of the last change."
          max={50_000}
          rows={18}
          beside
        />
        <Group gap="sm">
          <Button type="submit" variant="filled" loading={form.busy}>
            {form.busy ? "Saving..." : `Save ${title}`}
          </Button>
          {form.values.content === "" && (
            <Button
              variant="subtle"
              onClick={() => text.current && form.setFieldValue("content", markdownOf(text.current))}
            >
              Start from the built-in text
            </Button>
          )}
          {own.content && (
            <Button variant="subtle" onClick={reset.open}>
              Back to the default
            </Button>
          )}
        </Group>
      </ProtoForm>
      <div ref={text} hidden>
        {builtIn}
      </div>
      <ConfirmDialog
        key={reset.key}
        opened={reset.opened}
        onClose={reset.close}
        title={`Back to the default of ${title}?`}
        text="Your text is deleted, and readers see the built-in one again."
        action="Back to the default"
        busyAction="Saving..."
        busy={update.isPending}
        onConfirm={() => void backToDefault()}
      />
    </>
  );
}
