import { useMutation, useQuery } from "@connectrpc/connect-query";
import { Skeleton, Stack } from "@mantine/core";
import { useState } from "react";
import { Dialog, type DialogProps } from "../../components/Dialog";
import { FormDialog } from "../../components/FormDialog";
import { Loading, SideError } from "../../components/States";
import type { BlogPost } from "../../gen/uvboard/v1/blog_pb";
import { BlogPostInputSchema } from "../../gen/uvboard/v1/blog_pb";
import { BlogService } from "../../gen/uvboard/v1/blog_service_pb";
import { UserService } from "../../gen/uvboard/v1/user_service_pb";
import { savedKey } from "../../lib/form/saved";
import { toastFailure, useProtoForm } from "../../lib/form/useProtoForm";
import { useKeepText, useSavedText } from "../../lib/form/useSavedText";
import { useInvalidate } from "../../lib/server/query";
import { toast } from "../../lib/ui/toast";
import { fromPost, fromText, toInput, toText } from "./form";
import { PostFields } from "./PostFields";

const title = "Edit Blog Post";

/** Edits a story; with `publish` a draft is published with the changes. Lists have no content, so the story is fetched first. */
export function EditPostDialog({ id, publish, ...dialog }: DialogProps & { id: string; publish?: boolean }) {
  const { data, error, refetch } = useQuery(BlogService.method.getBlogPost, { id });
  if (data?.post) return <EditPost post={data.post} publish={publish} {...dialog} />;
  return (
    <Dialog title={title} wide="full" {...dialog}>
      {error ? (
        <SideError error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading>
          <Stack gap={20}>
            <Skeleton height={66} />
            <Skeleton height={280} />
          </Stack>
        </Loading>
      )}
    </Dialog>
  );
}

function EditPost({ post, publish, onClose, ...dialog }: DialogProps & { post: BlogPost; publish?: boolean }) {
  const invalidate = useInvalidate();
  const [uploading, setUploading] = useState(false);
  const update = useMutation(BlogService.method.updateBlogPost);
  // The changes survive a reload, and end when the dialog is closed.
  const key = savedKey("text", post.userId, `story:${post.id}`);
  const [before] = useState(() => toText(fromPost(post)));
  const saved = useSavedText(key, before);
  const close = () => {
    saved.clear();
    onClose();
  };
  const form = useProtoForm({
    initialValues: { ...fromText(saved.start), isPublished: publish || post.isPublished },
    schema: BlogPostInputSchema,
    toMessage: toInput,
    submit: async (input) => {
      const published = (await update.mutateAsync({ id: post.id, post: input })).post?.isPublished && !post.isPublished;
      await invalidate(BlogService, UserService);
      if (published) toast("Story published");
      close();
    },
    report: toastFailure,
    fallback: "Failed to update blog post",
  });
  useKeepText(key, dialog.opened ? toText(form.values) : before, before);
  const publishes = form.values.isPublished && !post.isPublished;
  return (
    <FormDialog
      {...dialog}
      form={form}
      disabled={uploading}
      title={title}
      label={title}
      text="Make changes to your blog post below. Click save when you're done."
      submit={publishes ? "Publish" : "Save Changes"}
      submitting={publishes ? "Publishing..." : "Saving..."}
      wide="full"
      onClose={close}
    >
      <PostFields form={form} inDialog onUploading={setUploading} />
    </FormDialog>
  );
}
