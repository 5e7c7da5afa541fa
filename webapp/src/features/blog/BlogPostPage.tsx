import { useQuery } from "@connectrpc/connect-query";
import { Button, Group, Paper, Skeleton, Text, Title } from "@mantine/core";
import { IconArrowLeft, IconMessage } from "@tabler/icons-react";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Avatar } from "../../components/Avatar";
import { BadgeLink } from "../../components/BadgeLink";
import { Boundary } from "../../components/Boundary";
import { ButtonLink } from "../../components/ButtonLink";
import { HiddenNotice } from "../../components/HiddenNotice";
import { ProjectLogo } from "../../components/ProjectImage";
import { AuthorLink } from "../../components/project/AuthorLink";
import { RelativeTime } from "../../components/RelativeTime";
import { ReportButton } from "../../components/report/ReportButton";
import { EmptyState, ErrorState, Loading } from "../../components/States";
import { SaveButton } from "../../components/saved/SaveButton";
import { UserText } from "../../components/UserText";
import { useLoginRequired } from "../../components/useLoginRequired";
import { LikeButton } from "../../components/vote/LikeButton";
import type { BlogPost } from "../../gen/uvboard/v1/blog_pb";
import { BlogService } from "../../gen/uvboard/v1/blog_service_pb";
import { ReportTargetType } from "../../gen/uvboard/v1/moderation_pb";
import { SavedType } from "../../gen/uvboard/v1/saved_pb";
import { idIn, nameOf, paths } from "../../lib/page/paths";
import { useLazyComponent } from "../../lib/page/useLazyComponent";
import { useOwnAddress } from "../../lib/page/useOwnAddress";
import { useTitle } from "../../lib/page/useTitle";
import { readFailure } from "../../lib/server/failure";
import { useSession } from "../../lib/session/session";
import { tagLinks } from "../../lib/text/labels";
import { count, plural } from "../../lib/text/text";
import { toDate } from "../../lib/text/time";
import { useDialog } from "../../lib/ui/useDialog";
import { AuthorCard } from "./AuthorCard";
import css from "./Blog.module.css";
import { Comments } from "./Comments";
import { NextStory } from "./NextStory";
import { PostActions } from "./PostActions";
import { PostCover, PostLink } from "./PostCard";
import { ShareButton } from "./ShareButton";

const route = getRouteApi("/blog/$id");
const loadDialog = () => import("./EditPostDialog").then((file) => file.EditPostDialog);

export function BlogPostPage() {
  const { id } = route.useParams();
  const query = useQuery(BlogService.method.getBlogPost, { id: idIn(id) });
  const post = query.data?.post;
  useOwnAddress(BlogService.method.getBlogPost, post, query.data);
  useTitle(post?.title);

  if (post) return <Content key={post.id} post={post} />;
  if (query.isPending) {
    return (
      <Frame>
        <PostSkeleton />
      </Frame>
    );
  }
  if (readFailure(query.error).notFound) return <PostNotFound />;
  return (
    <Frame>
      <ErrorState level={1} title="Couldn't load the story" error={query.error} onRetry={query.refetch} />
    </Frame>
  );
}

function Content({ post }: { post: BlogPost }) {
  const { user } = useSession();
  const navigate = useNavigate();
  const login = useLoginRequired();
  const own = user?.id === post.userId;
  const edited = toDate(post.updatedAt)?.getTime() !== toDate(post.createdAt)?.getTime();
  return (
    <Frame>
      <StateNotice post={post} own={own} />
      <div className="split">
        <div className="stack">
          <article className={css.post}>
            {post.coverImage && <PostCover post={post} sizes="(max-width: 1119px) 100vw, 792px" eager moving />}
            <Title mt={post.coverImage ? 24 : 0}>{post.title}</Title>
            <div className={css.meta}>
              <Avatar person={post.author ?? {}} />
              <div>
                <AuthorLink author={post.author} via={post.via} />
                <div>
                  <RelativeTime at={post.createdAt} form="long" /> {edited && "(edited)"} · {post.readTimeMinutes} min
                  read
                </div>
              </div>
            </div>
            {post.tags.length > 0 && (
              <Group gap={8} mt={16}>
                {tagLinks(post.tags).map(({ name, to }) => (
                  <BadgeLink key={name} to={to} h={28}>
                    #{name}
                  </BadgeLink>
                ))}
              </Group>
            )}
            {post.excerpt && <p className={css.excerpt}>{post.excerpt}</p>}
            {/* The headings of the text are below this one. */}
            <h2 className="sr">Story</h2>
            <div className={css.content}>
              <UserText html={post.contentHtml} />
            </div>
            <Group gap="sm" mt={32} className={css.bar}>
              <LikeButton post={post} ask />
              <Text span size="sm" c="dimmed" className={css.comments}>
                <IconMessage size={16} />
                <span className="num">{count(post.commentsCount)}</span>
                <span className="sr">{plural(post.commentsCount, "comment")}</span>
              </Text>
              <ShareButton post={post} labelled />
              {!own && (
                <>
                  <SaveButton type={SavedType.BLOG_POST} id={post.id} />
                  <ReportButton
                    target={{ type: ReportTargetType.BLOG_POST, id: post.id, what: "story" }}
                    onGuest={() => login.ask("report a story")}
                  />
                </>
              )}
              {(own || user?.isAdmin) && (
                <PostActions post={post} edits={own} onDeleted={() => void navigate({ to: paths.stories })} />
              )}
            </Group>
            {login.dialog}
            {post.author?.username && <AuthorCard author={post.author} />}
          </article>
          <Boundary>
            <NextStory id={post.id} />
          </Boundary>
          <Boundary>
            <Comments post={post} />
          </Boundary>
        </div>
        <aside className="side" aria-label="Related stories and projects">
          <Boundary>
            <LinkedProjects id={post.id} />
          </Boundary>
          <Boundary>
            <Related id={post.id} />
          </Boundary>
        </aside>
      </div>
    </Frame>
  );
}

/** Says why others do not see a story. */
function StateNotice({ post, own }: { post: BlogPost; own: boolean }) {
  if (post.isHidden)
    return (
      <HiddenNotice
        what={post.isPublished ? "story" : "draft"}
        type={ReportTargetType.BLOG_POST}
        id={post.id}
        own={own}
        awaiting={post.isAwaiting}
      />
    );
  if (post.isPublished) return null;
  return (
    <Paper withBorder py="sm" px="md" mb="lg" fz={14} role="note">
      <Group justify="space-between" gap="4px 16px">
        <span>
          This is a draft. {own ? "Only you and admins can see this." : "Only the author and admins can see this."}
        </span>
        {own && <PublishDraft id={post.id} />}
      </Group>
    </Paper>
  );
}

function PublishDraft({ id }: { id: string }) {
  const dialog = useDialog();
  const EditPostDialog = useLazyComponent(loadDialog, dialog.opened, dialog.close);
  return (
    <>
      <Button size="sm" variant="filled" onClick={dialog.open}>
        Edit and Publish
      </Button>
      {EditPostDialog && (
        <EditPostDialog key={dialog.key} id={id} publish opened={dialog.opened} onClose={dialog.close} />
      )}
    </>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="wrap page">
      <BackToBlog />
      {children}
    </div>
  );
}

const BackToBlog = () => (
  <ButtonLink to={paths.stories} variant="subtle" size="sm" mb="sm" ml={-12}>
    <IconArrowLeft size={16} />
    Back to Blog
  </ButtonLink>
);

function PostNotFound() {
  useTitle("Blog post not found");
  return (
    <div className="wrap page">
      <EmptyState
        level={1}
        title="Blog post not found"
        text="The story you're looking for doesn't exist or has been removed."
        action={<ButtonLink to={paths.stories}>Back to Blog</ButtonLink>}
      />
    </div>
  );
}

/** Stories that share a tag; left out when there are none. */
function Related({ id }: { id: string }) {
  const { data } = useQuery(BlogService.method.listRelatedBlogPosts, { id, pageSize: 3 });
  if (!data || data.posts.length === 0) return null;
  return (
    <section>
      <div className="head">
        <h2>Related Stories</h2>
      </div>
      <ul className={css.rows}>
        {data.posts.map((post) => (
          <li key={post.id} className={css.row}>
            <div style={{ gridColumn: "1 / -1" }}>
              <Text fw={560} inherit>
                <PostLink post={post} />
              </Text>
              <Text className="faint xs">
                <AuthorLink author={post.author} via={post.via} /> · <RelativeTime at={post.createdAt} /> ·{" "}
                {post.readTimeMinutes} min read
              </Text>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The projects that the story links to; left out when there are none. */
function LinkedProjects({ id }: { id: string }) {
  const { data } = useQuery(BlogService.method.listLinkedProjects, { id });
  if (!data || data.projects.length === 0) return null;
  return (
    <section>
      <div className="head">
        <h2>Projects in This Story</h2>
      </div>
      <ul className={css.rows}>
        {data.projects.map((project) => (
          <li key={project.id}>
            <Link to="/projects/$id" params={{ id: nameOf(project) }} className={css.row}>
              <ProjectLogo title={project.title} logo={project.logo} size={40} />
              <div>
                <Text fw={560} inherit truncate>
                  {project.title}
                </Text>
                <Text truncate className="faint xs">
                  {project.tagline}
                </Text>
              </div>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function PostSkeleton() {
  return (
    <Loading className="split">
      <div aria-hidden="true">
        <Title>
          <Skeleton width="70%" height={32} my={6} />
        </Title>
        <Skeleton width={280} height={16} mt={16} />
        <Skeleton width="68ch" maw="100%" height={12} mt={40} />
        <Skeleton width="64ch" maw="100%" height={12} my={12} />
        <Skeleton width="66ch" maw="100%" height={12} my={12} />
        <Skeleton width="40ch" maw="100%" height={12} my={12} />
      </div>
      <div className="side" />
    </Loading>
  );
}
