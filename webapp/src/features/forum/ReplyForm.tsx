import { useMutation } from "@connectrpc/connect-query";
import { Button } from "@mantine/core";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { MarkdownEditor } from "../../components/MarkdownEditor";
import { ProtoForm } from "../../components/ProtoForm";
import type { ForumPost } from "../../gen/uvboard/v1/forum_pb";
import { CreatePostRequestSchema, ForumService } from "../../gen/uvboard/v1/forum_service_pb";
import { appendQuotation } from "../../lib/markdownText";
import { savedKey } from "../../lib/saved";
import { useProtoForm } from "../../lib/useProtoForm";
import { useSizeLimits } from "../../lib/useRules";
import { useKeepText, useSavedText } from "../../lib/useSavedText";
import { useForumChange } from "./queries";
import { useForumFailure } from "./useForumFailure";

const blank = { content: "" };

/** The reply that the user answers, with a quotation to add. Each request has another count. */
export type Replying = { postId?: string; quote?: string; count: number };

/** The box for a reply to a thread or to a reply. Typed text stays in this browser until it is posted. */
export function ReplyForm({
  userId,
  threadId,
  parentId,
  label,
  request,
  onPosted,
  onCancel,
}: {
  userId: string;
  threadId: string;
  parentId?: string;
  label: string;
  /** The last request to reply here: moves the focus and may add a quotation. */
  request: Replying | undefined;
  onPosted: (post: ForumPost) => void;
  onCancel?: () => void;
}) {
  const changed = useForumChange();
  const report = useForumFailure("post a reply");
  const create = useMutation(ForumService.method.createPost);
  const key = savedKey("text", userId, `reply:${parentId ?? threadId}`);
  const saved = useSavedText(key, blank);
  const limits = useSizeLimits(CreatePostRequestSchema);
  const area = useRef<HTMLTextAreaElement>(null);
  const [uploading, setUploading] = useState(false);
  const form = useProtoForm({
    initialValues: saved.start,
    schema: CreatePostRequestSchema,
    toMessage: ({ content }) => ({ threadId, parentId, content: content.trim() }),
    submit: async (request) => {
      const { post } = await create.mutateAsync(request);
      saved.clear();
      form.setValues(blank);
      await changed.posts();
      if (post) onPosted(post);
    },
    report,
    fallback: "Failed to post reply",
  });
  useKeepText(key, form.values, blank);

  const begin = useEffectEvent(() => {
    if (request?.quote) form.setFieldValue("content", appendQuotation(form.getValues().content, request.quote));
    const element = area.current;
    // After the quotation is in the field.
    requestAnimationFrame(() => {
      element?.focus();
      element?.setSelectionRange(element.value.length, element.value.length);
      element?.scrollIntoView({ block: "nearest" });
    });
  });
  const count = request?.count ?? 0;
  useEffect(() => {
    if (count > 0) begin();
  }, [count]);

  return (
    <ProtoForm form={form} label={label}>
      <MarkdownEditor
        {...form.getInputProps("content")}
        inputRef={area}
        label={label}
        placeholder="Write a reply. Markdown works."
        hint="Be respectful, stay on topic."
        rows={parentId ? 3 : 5}
        max={limits.content?.max}
        onUploading={setUploading}
        actions={
          <>
            {onCancel && (
              <Button variant="subtle" onClick={onCancel}>
                Cancel
              </Button>
            )}
            <Button type="submit" variant="filled" loading={form.busy} disabled={uploading}>
              {form.busy ? "Posting..." : "Post Reply"}
            </Button>
          </>
        }
      />
    </ProtoForm>
  );
}
