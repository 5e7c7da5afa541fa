import { useMutation } from "@connectrpc/connect-query";
import { NativeSelect, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { DialogProps } from "../../components/Dialog";
import { FormDialog } from "../../components/FormDialog";
import { useForumChange } from "../../components/forum/useForumChange";
import { useForumFailure } from "../../components/forum/useForumFailure";
import { MarkdownEditor } from "../../components/MarkdownEditor";
import type { ForumThread } from "../../gen/uvboard/v1/forum_pb";
import {
  CreateThreadRequestSchema,
  ForumService,
  UpdateThreadRequestSchema,
} from "../../gen/uvboard/v1/forum_service_pb";
import { savedKey } from "../../lib/form/saved";
import { required, useProtoForm } from "../../lib/form/useProtoForm";
import { useSizeLimits } from "../../lib/form/useRules";
import { useKeepText, useSavedText } from "../../lib/form/useSavedText";
import { toast } from "../../lib/ui/toast";
import { useChannels } from "./queries";

type Props = DialogProps & { userId: string };

/** What a new thread begins with. */
export type BegunThread = { title: string; content: string; onCreated: (threadId: string) => void };

/**
 * Starts a thread in a channel, or without one in a channel that the user chooses. Typed text stays in this browser until
 * it is posted.
 */
export function NewThreadDialog({
  userId,
  channelId = "",
  begun,
  ...dialog
}: Props & { channelId?: string; begun?: BegunThread }) {
  const changed = useForumChange();
  const report = useForumFailure("create a thread");
  const create = useMutation(ForumService.method.createThread);
  const key = savedKey("text", userId, `thread:${channelId || (begun?.content ?? "")}`);
  const blank = { channelId, title: begun?.title ?? "", content: begun?.content ?? "" };
  const saved = useSavedText(key, blank);
  const form = useProtoForm({
    initialValues: { ...blank, ...saved.start },
    schema: CreateThreadRequestSchema,
    toMessage: ({ channelId, title, content }) => ({ channelId, title: title.trim(), content: content.trim() }),
    submit: async (request) => {
      const { thread } = await create.mutateAsync(request);
      saved.clear();
      form.setValues(blank);
      await changed.threads();
      toast("Success", "Thread created successfully!");
      dialog.onClose();
      if (thread) begun?.onCreated(thread.id);
    },
    report,
    fallback: "Failed to create thread",
  });
  useKeepText(key, form.values, blank);
  return (
    <Fields {...dialog} form={form} title="New Thread" submit="Create Thread" submitting="Creating...">
      {!channelId && <ChannelSelect {...form.getInputProps("channelId")} />}
    </Fields>
  );
}

function ChannelSelect(props: ReturnType<Form["getInputProps"]>) {
  const { channels = [] } = useChannels();
  const options = (of: typeof channels) => of.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <NativeSelect
      {...props}
      {...required}
      label="Channel"
      data={[
        { value: "", label: "Choose a channel" },
        { group: "Channels", items: options(channels.filter(({ projectId }) => !projectId)) },
        { group: "Projects", items: options(channels.filter(({ projectId }) => projectId)) },
      ]}
      data-autofocus
    />
  );
}

/** Edits the user's own thread. */
export function EditThreadDialog({ userId, thread, ...dialog }: Props & { thread: ForumThread }) {
  const changed = useForumChange();
  const report = useForumFailure("edit a thread");
  const update = useMutation(ForumService.method.updateThread);
  const key = savedKey("text", userId, `edit:${thread.id}`);
  const before = { channelId: thread.channelId, title: thread.title, content: thread.content };
  const saved = useSavedText(key, before);
  const form = useProtoForm({
    initialValues: saved.start,
    schema: UpdateThreadRequestSchema,
    toMessage: ({ title, content }) => ({ id: thread.id, title: title.trim(), content: content.trim() }),
    submit: async (request) => {
      await update.mutateAsync(request);
      saved.clear();
      await changed.threads();
      dialog.onClose();
    },
    report,
    fallback: "Failed to update thread",
  });
  useKeepText(key, form.values, before);
  return <Fields {...dialog} form={form} title="Edit Thread" submit="Save Changes" submitting="Saving..." />;
}

type Values = { channelId: string; title: string; content: string };
type Form = ReturnType<typeof useProtoForm<Values, typeof CreateThreadRequestSchema>>;

function Fields({
  form,
  children,
  ...dialog
}: DialogProps & {
  form: Pick<Form, "getInputProps" | "alert" | "props" | "busy" | "values">;
  title: string;
  submit: string;
  submitting: string;
  /** Further fields, which come first. */
  children?: ReactNode;
}) {
  const limits = useSizeLimits(CreateThreadRequestSchema);
  const [uploading, setUploading] = useState(false);
  return (
    <FormDialog {...dialog} wide form={form} label={dialog.title} disabled={uploading}>
      {children}
      <TextInput
        {...form.getInputProps("title")}
        {...required}
        label="Title"
        autoComplete="off"
        data-autofocus={!children || undefined}
      />
      <MarkdownEditor
        {...form.getInputProps("content")}
        label="Content"
        required
        placeholder="Markdown works."
        rows={8}
        max={limits.content?.max}
        onUploading={setUploading}
      />
    </FormDialog>
  );
}
