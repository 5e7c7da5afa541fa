import { useMutation } from "@connectrpc/connect-query";
import { Button, Group, Skeleton, Stack, Title } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { ButtonLink } from "../../components/ButtonLink";
import { LoginLinks } from "../../components/LoginLinks";
import { MembersOnly } from "../../components/MembersOnly";
import { ProtoForm } from "../../components/ProtoForm";
import { Loading } from "../../components/States";
import { BlogPostInputSchema } from "../../gen/uvboard/v1/blog_pb";
import { BlogService } from "../../gen/uvboard/v1/blog_service_pb";
import type { SessionUser } from "../../gen/uvboard/v1/user_pb";
import { UserService } from "../../gen/uvboard/v1/user_service_pb";
import { savedKey } from "../../lib/form/saved";
import { useProtoForm } from "../../lib/form/useProtoForm";
import { useKeepText, useSavedText } from "../../lib/form/useSavedText";
import { nameOf, paths } from "../../lib/page/paths";
import { useInvalidate } from "../../lib/server/query";
import { dockRef } from "../../lib/ui/dock";
import { toast, toastError } from "../../lib/ui/toast";
import css from "./Blog.module.css";
import { fromText, noValues, type PostValues, toInput, toText } from "./form";
import { PostFields } from "./PostFields";
import { SavedState } from "./SavedState";

const noText = toText(noValues);

export function NewPostPage() {
  return (
    <div className="wrap page">
      {/* Smaller than the title that the user writes. */}
      <Title size="h3" mb="lg">
        Write a Blog Post
      </Title>
      <MembersOnly
        pending={
          <Loading>
            <Stack gap={20}>
              <Skeleton height={66} />
              <Skeleton height={90} />
              <Skeleton height={420} />
            </Stack>
          </Loading>
        }
        title="Authentication Required"
        text="You need to be logged in to create a blog post."
        action={<LoginLinks login="Log In" filled="sign up" />}
      >
        {(user) => <NewPost key={user.id} user={user} />}
      </MembersOnly>
    </div>
  );
}

function NewPost({ user }: { user: SessionUser }) {
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const [uploading, setUploading] = useState(false);
  const create = useMutation(BlogService.method.createBlogPost);
  // The texts stay in this browser until the server has them.
  const key = savedKey("text", user.id, "story");
  const saved = useSavedText(key, noText);
  const initialValues: PostValues = { ...noValues, ...fromText(saved.start) };
  const form = useProtoForm({
    initialValues,
    schema: BlogPostInputSchema,
    toMessage: toInput,
    submit: async (input) => {
      const { post } = await create.mutateAsync({ post: input });
      saved.clear();
      void invalidate(BlogService, UserService);
      if (post && !post.isPublished) {
        toast("Draft Saved!", "Only you and admins can see it.");
        await navigate({ to: "/blog/$id", params: { id: nameOf(post) } });
      } else {
        toast("Success!", "Your blog post has been published.");
        await navigate({ to: paths.stories });
      }
    },
    fallback: "Failed to create blog post",
  });
  const { title, content, isPublished } = form.values;
  // After the submit nothing is left to keep.
  const kept = useKeepText(key, create.isSuccess ? noText : toText(form.values), noText);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (title.trim() === "" || content.trim() === "") toastError("Error", "Title and content are required.");
    form.props.onSubmit(event);
  };

  return (
    <ProtoForm form={{ ...form, props: { ...form.props, onSubmit } }} label="Write a Blog Post">
      <PostFields form={form} isNew onUploading={setUploading} />
      <Group ref={dockRef} gap="sm" className={css.saveBar}>
        <SavedState kept={kept} saving={uploading || form.busy} />
        <ButtonLink to={paths.stories} variant="subtle">
          Cancel
        </ButtonLink>
        <Button
          type="submit"
          loading={form.busy && !isPublished}
          disabled={uploading || form.busy}
          onClick={() => form.setFieldValue("isPublished", false)}
        >
          Save as Draft
        </Button>
        <Button
          type="submit"
          variant="filled"
          loading={form.busy && isPublished}
          disabled={uploading || form.busy}
          onClick={() => form.setFieldValue("isPublished", true)}
        >
          {form.busy && isPublished ? "Publishing..." : "Publish Post"}
        </Button>
      </Group>
    </ProtoForm>
  );
}
