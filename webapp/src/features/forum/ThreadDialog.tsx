import { useMutation } from "@connectrpc/connect-query";
import { TextInput } from "@mantine/core";
import { useState } from "react";
import type { DialogProps } from "../../components/Dialog";
import { FormDialog } from "../../components/FormDialog";
import { MarkdownEditor } from "../../components/MarkdownEditor";
import type { ForumThread } from "../../gen/uvboard/v1/forum_pb";
import {
  CreateThreadRequestSchema,
  ForumService,
  UpdateThreadRequestSchema,
} from "../../gen/uvboard/v1/forum_service_pb";
import { savedKey } from "../../lib/saved";
import { toast } from "../../lib/toast";
import { required, useProtoForm } from "../../lib/useProtoForm";
import { useSizeLimits } from "../../lib/useRules";
import { useKeepText, useSavedText } from "../../lib/useSavedText";
import { useForumChange } from "./queries";
import { useForumFailure } from "./useForumFailure";

type Props = DialogProps & { userId: string };

/** Starts a thread in a channel. Typed text stays in this browser until it is posted. */
export function NewThreadDialog({ userId, channelId, ...dialog }: Props & { channelId: string }) {
  const changed = useForumChange();
  const report = useForumFailure("create a thread");
  const create = useMutation(ForumService.method.createThread);
  const key = savedKey("text", userId, `thread:${channelId}`);
  const saved = useSavedText(key, blank);
  const form = useProtoForm({
    initialValues: saved.start,
    schema: CreateThreadRequestSchema,
    toMessage: ({ title, content }) => ({ channelId, title: title.trim(), content: content.trim() }),
    submit: async (request) => {
      await create.mutateAsync(request);
      saved.clear();
      form.setValues(blank);
      await changed.threads();
      toast("Success", "Thread created successfully!");
      dialog.onClose();
    },
    report,
    fallback: "Failed to create thread",
  });
  useKeepText(key, form.values, blank);
  return <Fields {...dialog} form={form} title="New Thread" submit="Create Thread" submitting="Creating..." />;
}

const blank = { title: "", content: "" };

/** Edits the user's own thread. */
export function EditThreadDialog({ userId, thread, ...dialog }: Props & { thread: ForumThread }) {
  const changed = useForumChange();
  const report = useForumFailure("edit a thread");
  const update = useMutation(ForumService.method.updateThread);
  const key = savedKey("text", userId, `edit:${thread.id}`);
  const before = { title: thread.title, content: thread.content };
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

type Form = ReturnType<typeof useProtoForm<typeof blank, typeof CreateThreadRequestSchema>>;

function Fields({
  form,
  ...dialog
}: DialogProps & {
  form: Pick<Form, "getInputProps" | "alert" | "props" | "busy" | "values">;
  title: string;
  submit: string;
  submitting: string;
}) {
  const limits = useSizeLimits(CreateThreadRequestSchema);
  const [uploading, setUploading] = useState(false);
  return (
    <FormDialog {...dialog} wide form={form} label={dialog.title} disabled={uploading}>
      <TextInput {...form.getInputProps("title")} {...required} label="Title" autoComplete="off" data-autofocus />
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
