import { useInfiniteQuery } from "@connectrpc/connect-query";
import { Badge } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { RowActions } from "../../../components/RowActions";
import { TagList } from "../../../components/TagList";
import { type AdminBlogPost, AdminBlogPostSort, BulkAction } from "../../../gen/uvboard/v1/admin_pb";
import { AdminService } from "../../../gen/uvboard/v1/admin_service_pb";
import { ReportTargetType } from "../../../gen/uvboard/v1/moderation_pb";
import { nameOf } from "../../../lib/page/paths";
import { tagLinks } from "../../../lib/text/labels";
import css from "../Admin.module.css";
import { AdminTable } from "../AdminTable";
import type { ActRow } from "../acts/acts";
import { useActs } from "../acts/useActs";
import { adminDate } from "../date";
import { Owner } from "../Owner";
import { SearchField } from "../SearchField";
import { listOptions, useAdminList } from "../useAdminList";

const sorts = {
  title: AdminBlogPostSort.TITLE,
  likes: AdminBlogPostSort.LIKES,
  comments: AdminBlogPostSort.COMMENTS,
  created: AdminBlogPostSort.CREATED_AT,
};

const tagsShown = 3;

const toRow = ({ id, title, isHidden }: AdminBlogPost): ActRow => ({ id, name: title, isHidden });

/** All stories, with drafts and hidden ones. */
export function BlogTab() {
  const list = useAdminList(sorts);
  const acts = useActs(ReportTargetType.BLOG_POST);
  const query = useInfiniteQuery(AdminService.method.listAdminBlogPosts, list.input, listOptions);
  const posts = query.data?.pages.flatMap((page) => page.blogPosts);
  const rows = posts?.map(toRow) ?? [];

  return (
    <>
      <div className={css.bar}>
        <SearchField label="Search titles" />
      </div>
      <AdminTable
        label="Stories"
        what="Stories"
        query={query}
        rows={posts}
        rowKey={(post) => post.id}
        rowName={(post) => post.title}
        sort={list.sort}
        onSort={list.onSort}
        selection={{
          keys: acts.selected,
          onChange: acts.setSelected,
          actions: acts.bar(rows, [BulkAction.HIDE, BulkAction.RESTORE, BulkAction.DELETE]),
        }}
        columns={[
          {
            id: "title",
            title: "Story",
            width: "36%",
            sort: "ascending",
            cell: ({ id, url, title, isPublished, isHidden }) => (
              <>
                <Link to="/blog/$id" params={{ id: nameOf({ id, url }) }}>
                  {title}
                </Link>{" "}
                {!isPublished && <Badge component="span">Draft</Badge>}{" "}
                {isHidden && <Badge component="span">Hidden</Badge>}
              </>
            ),
          },
          {
            id: "tags",
            title: "Tags",
            cell: (post) =>
              post.tags.length > 0 && <TagList words={tagLinks(post.tags.slice(0, tagsShown))} max={tagsShown} />,
          },
          { id: "author", title: "Author", cell: (post) => <Owner username={post.authorUsername} /> },
          { id: "likes", title: "Likes", numeric: true, sort: "descending", cell: (post) => post.likes },
          { id: "comments", title: "Comments", numeric: true, sort: "descending", cell: (post) => post.comments },
          { id: "created", title: "Created", sort: "descending", cell: (post) => adminDate(post.createdAt) },
        ]}
        actions={(post) => (
          <RowActions
            of={post.title}
            actions={[
              {
                label: post.isHidden ? "Restore" : "Hide",
                onClick: () => acts.start(post.isHidden ? BulkAction.RESTORE : BulkAction.HIDE, [toRow(post)]),
              },
              {
                label: "Delete",
                danger: true,
                onClick: () => acts.start(BulkAction.DELETE, [toRow(post)]),
              },
            ]}
          />
        )}
        empty={
          list.searching
            ? { title: "No stories found", text: "The search finds the start of titles." }
            : { title: "No stories yet" }
        }
      />
      {acts.dialog}
    </>
  );
}
