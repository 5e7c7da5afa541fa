import { useMutation } from "@connectrpc/connect-query";
import { Button } from "@mantine/core";
import { useState } from "react";
import { MarkdownEditor } from "../../components/MarkdownEditor";
import { ProtoForm } from "../../components/ProtoForm";
import type { ForumPost } from "../../gen/uvboard/v1/forum_pb";
import { ForumService, UpdatePostRequestSchema } from "../../gen/uvboard/v1/forum_service_pb";
import { savedKey } from "../../lib/saved";
import { useProtoForm } from "../../lib/useProtoForm";
import { useKeepText, useSavedText } from "../../lib/useSavedText";
import { useForumChange } from "./queries";
import { useForumFailure } from "./useForumFailure";

/** Edits the user's own reply in its place. */
export function EditReply({ userId, post, onDone }: { userId: string; post: ForumPost; onDone: () => void }) {
  const changed = useForumChange();
  const report = useForumFailure("edit a reply");
  const update = useMutation(ForumService.method.updatePost);
  const key = savedKey("text", userId, `edit:${post.id}`);
  const before = { content: post.content };
  const saved = useSavedText(key, before);
  const [uploading, setUploading] = useState(false);
  const form = useProtoForm({
    initialValues: saved.start,
    schema: UpdatePostRequestSchema,
    toMessage: ({ content }) => ({ id: post.id, content: content.trim() }),
    submit: async (request) => {
      await update.mutateAsync(request);
      saved.clear();
      await changed.posts();
      onDone();
    },
    report,
    fallback: "Failed to update reply",
  });
  useKeepText(key, form.values, before);
  const cancel = () => {
    saved.clear();
    onDone();
  };
  return (
    <ProtoForm form={form} label="Edit Reply">
      <MarkdownEditor
        {...form.getInputProps("content")}
        label="Edit Reply"
        autoFocus
        onUploading={setUploading}
        actions={
          <>
            <Button variant="subtle" onClick={cancel}>
              Cancel
            </Button>
            <Button type="submit" variant="filled" loading={form.busy} disabled={uploading}>
              {form.busy ? "Saving..." : "Save Changes"}
            </Button>
          </>
        }
      />
    </ProtoForm>
  );
}
