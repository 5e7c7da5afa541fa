import { useInfiniteQuery } from "@connectrpc/connect-query";
import { Badge, Box, Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Avatar } from "../../../components/Avatar";
import { RowActions } from "../../../components/RowActions";
import { type AdminUser, AdminUserSort, BulkAction } from "../../../gen/uvboard/v1/admin_pb";
import { AdminService } from "../../../gen/uvboard/v1/admin_service_pb";
import { ReportTargetType } from "../../../gen/uvboard/v1/moderation_pb";
import { Role } from "../../../gen/uvboard/v1/user_pb";
import { useSession } from "../../../lib/session/session";
import { handle } from "../../../lib/text/text";
import { useDialog } from "../../../lib/ui/useDialog";
import css from "../Admin.module.css";
import { AdminTable } from "../AdminTable";
import type { ActRow } from "../acts/acts";
import { useActs } from "../acts/useActs";
import { adminDate } from "../date";
import { LiftDialog, SuspendDialog, WarnDialog } from "../moderation/UserDialogs";
import { SearchField } from "../SearchField";
import { listOptions, useAdminList } from "../useAdminList";
import { RoleDialog } from "./RoleDialog";
import { roles } from "./roles";

const sorts = {
  username: AdminUserSort.USERNAME,
  projects: AdminUserSort.PROJECT_COUNT,
  replies: AdminUserSort.FORUM_POST_COUNT,
  stories: AdminUserSort.BLOG_POST_COUNT,
  reputation: AdminUserSort.REPUTATION,
  active: AdminUserSort.LAST_ACTIVE,
  joined: AdminUserSort.CREATED_AT,
};

const toRow = ({ id, username, isAdmin, suspension }: AdminUser): ActRow => ({
  id,
  name: username,
  isAdmin,
  suspension,
});

/** The users: warnings and suspensions, and for admins roles, deletion and acts on several users. */
export function UsersTab() {
  const { user: me } = useSession();
  const list = useAdminList(sorts);
  const acts = useActs(ReportTargetType.USER);
  const query = useInfiniteQuery(AdminService.method.listAdminUsers, list.input, listOptions);
  const users = query.data?.pages.flatMap((page) => page.users);
  const rows = users?.map(toRow) ?? [];
  const admin = me?.isAdmin === true;
  const [chosen, setChosen] = useState<AdminUser>();
  const dialogs = { warn: useDialog(), suspend: useDialog(), lift: useDialog(), role: useDialog() };
  const start = (what: keyof typeof dialogs, user: AdminUser) => {
    setChosen(user);
    dialogs[what].open();
  };
  const about = { userId: chosen?.id ?? "", name: chosen ? handle(chosen) : "" };
  const props = (what: keyof typeof dialogs) => ({ opened: dialogs[what].opened, onClose: dialogs[what].close });

  return (
    <>
      <div className={css.bar}>
        <SearchField label="Search usernames" />
      </div>
      <AdminTable
        label="Users"
        what="Users"
        query={query}
        rows={users}
        rowKey={(user) => user.id}
        rowName={(user) => user.username}
        sort={list.sort}
        onSort={list.onSort}
        selection={
          admin
            ? {
                keys: acts.selected,
                onChange: acts.setSelected,
                actions: acts.bar(rows, [
                  BulkAction.SUSPEND,
                  BulkAction.LIFT,
                  BulkAction.GRANT_ADMIN,
                  BulkAction.REVOKE_ADMIN,
                  BulkAction.DELETE,
                ]),
              }
            : undefined
        }
        columns={[
          { id: "username", title: "User", sort: "ascending", cell: (user) => <Person user={user} /> },
          { id: "projects", title: "Projects", numeric: true, sort: "descending", cell: (user) => user.projectCount },
          { id: "replies", title: "Replies", numeric: true, sort: "descending", cell: (user) => user.forumPostCount },
          { id: "stories", title: "Stories", numeric: true, sort: "descending", cell: (user) => user.blogPostCount },
          { id: "reputation", title: "Reputation", numeric: true, sort: "descending", cell: (user) => user.reputation },
          {
            id: "active",
            title: "Last active",
            sort: "descending",
            cell: (user) => adminDate(user.lastActive) || "Never",
          },
          { id: "joined", title: "Joined", sort: "descending", cell: (user) => adminDate(user.createdAt) },
        ]}
        actions={(user) =>
          user.id !== me?.id &&
          (admin || user.role === Role.MEMBER) && (
            <RowActions
              of={user.username}
              actions={[
                { label: "Warn", onClick: () => start("warn", user) },
                user.suspension
                  ? {
                      label: "Lift suspension",
                      onClick: () => (admin ? acts.start(BulkAction.LIFT, [toRow(user)]) : start("lift", user)),
                    }
                  : {
                      label: "Suspend",
                      onClick: () => (admin ? acts.start(BulkAction.SUSPEND, [toRow(user)]) : start("suspend", user)),
                    },
                admin && { label: "Change role", onClick: () => start("role", user) },
                admin && {
                  label: "Delete",
                  danger: true,
                  onClick: () => acts.start(BulkAction.DELETE, [toRow(user)]),
                },
              ]}
            />
          )
        }
        empty={
          list.searching
            ? { title: "No users found", text: "The search finds the start of usernames." }
            : { title: "No users yet" }
        }
      />
      {acts.dialog}
      <WarnDialog key={`warn${dialogs.warn.key}`} {...about} {...props("warn")} />
      <SuspendDialog key={`suspend${dialogs.suspend.key}`} {...about} {...props("suspend")} />
      <LiftDialog key={`lift${dialogs.lift.key}`} {...about} {...props("lift")} />
      {chosen && <RoleDialog key={`role${dialogs.role.key}`} user={chosen} {...props("role")} />}
    </>
  );
}

function Person({ user }: { user: AdminUser }) {
  const { suspension } = user;
  return (
    <Group component="span" gap={10} wrap="nowrap" align="start">
      <Avatar person={user} />
      <span>
        <Link to="/profile/$username" params={{ username: user.username }}>
          {user.username}
        </Link>{" "}
        {user.role > Role.MEMBER && <Badge component="span">{roles[user.role].name}</Badge>}{" "}
        {suspension && (
          <Badge component="span" title={suspension.reason}>
            {suspension.until ? `Suspended until ${adminDate(suspension.until)}` : "Banned"}
          </Badge>
        )}
        <Box component="span" display="block" fz="sm" fw={420} c="dimmed">
          {user.email}
        </Box>
      </span>
    </Group>
  );
}
