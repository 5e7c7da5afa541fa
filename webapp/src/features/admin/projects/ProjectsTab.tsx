import { useInfiniteQuery } from "@connectrpc/connect-query";
import { Badge } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { RowActions } from "../../../components/RowActions";
import { type AdminProject, AdminProjectSort, BulkAction } from "../../../gen/uvboard/v1/admin_pb";
import { AdminService } from "../../../gen/uvboard/v1/admin_service_pb";
import { ReportTargetType } from "../../../gen/uvboard/v1/moderation_pb";
import { nameOf } from "../../../lib/page/paths";
import { categoryLabels } from "../../../lib/text/choices";
import { stageLabels } from "../../../lib/text/labels";
import css from "../Admin.module.css";
import { AdminTable } from "../AdminTable";
import type { ActRow } from "../acts/acts";
import { useActs } from "../acts/useActs";
import { adminDate } from "../date";
import { Owner } from "../Owner";
import { SearchField } from "../SearchField";
import { listOptions, useAdminList } from "../useAdminList";

const sorts = {
  title: AdminProjectSort.TITLE,
  upvotes: AdminProjectSort.UPVOTES,
  downvotes: AdminProjectSort.DOWNVOTES,
  created: AdminProjectSort.CREATED_AT,
};

const toRow = ({ id, title, isHidden }: AdminProject): ActRow => ({ id, name: title, isHidden });

/** All projects, with drafts and hidden ones. */
export function ProjectsTab() {
  const list = useAdminList(sorts);
  const acts = useActs(ReportTargetType.PROJECT);
  const query = useInfiniteQuery(AdminService.method.listAdminProjects, list.input, listOptions);
  const projects = query.data?.pages.flatMap((page) => page.projects);
  const rows = projects?.map(toRow) ?? [];

  return (
    <>
      <div className={css.bar}>
        <SearchField label="Search titles" />
      </div>
      <AdminTable
        label="Projects"
        what="Projects"
        query={query}
        rows={projects}
        rowKey={(project) => project.id}
        rowName={(project) => project.title}
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
            title: "Project",
            width: "32%",
            sort: "ascending",
            cell: ({ id, url, title, isPublic, isHidden }) => (
              <>
                <Link to="/projects/$id" params={{ id: nameOf({ id, url }) }}>
                  {title}
                </Link>{" "}
                {isHidden ? <Badge component="span">Hidden</Badge> : !isPublic && <Badge component="span">Draft</Badge>}
              </>
            ),
          },
          { id: "owner", title: "Owner", cell: (project) => <Owner username={project.ownerUsername} /> },
          { id: "category", title: "Category", cell: (project) => categoryLabels[project.primaryCategory] },
          { id: "stage", title: "Stage", cell: (project) => stageLabels[project.stage] },
          { id: "upvotes", title: "Upvotes", numeric: true, sort: "descending", cell: (project) => project.upvotes },
          {
            id: "downvotes",
            title: "Downvotes",
            numeric: true,
            sort: "descending",
            cell: (project) => project.downvotes,
          },
          { id: "created", title: "Created", sort: "descending", cell: (project) => adminDate(project.createdAt) },
        ]}
        actions={(project) => (
          <RowActions
            of={project.title}
            actions={[
              {
                label: project.isHidden ? "Restore" : "Hide",
                onClick: () => acts.start(project.isHidden ? BulkAction.RESTORE : BulkAction.HIDE, [toRow(project)]),
              },
              {
                label: "Delete",
                danger: true,
                onClick: () => acts.start(BulkAction.DELETE, [toRow(project)]),
              },
            ]}
          />
        )}
        empty={
          list.searching
            ? { title: "No projects found", text: "The search finds the start of titles." }
            : { title: "No projects yet" }
        }
      />
      {acts.dialog}
    </>
  );
}
