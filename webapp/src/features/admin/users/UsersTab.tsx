import { useInfiniteQuery, useMutation } from "@connectrpc/connect-query";
import { ActionIcon, Badge, Box, Group, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Avatar } from "../../../components/Avatar";
import { type AdminUser, AdminUserSort, BulkAction } from "../../../gen/uvboard/v1/admin_pb";
import { AdminService } from "../../../gen/uvboard/v1/admin_service_pb";
import { ReportTargetType } from "../../../gen/uvboard/v1/moderation_pb";
import { failureMessage } from "../../../lib/failure";
import { useInvalidate } from "../../../lib/query";
import { useSession } from "../../../lib/session";
import { handle } from "../../../lib/text";
import { toast, toastError } from "../../../lib/toast";
import { useDialog } from "../../../lib/useDialog";
import css from "../Admin.module.css";
import { AdminTable } from "../AdminTable";
import type { ActRow } from "../acts/acts";
import { useActs } from "../acts/useActs";
import { adminDate } from "../date";
import { WarnDialog } from "../moderation/UserDialogs";
import { SearchField } from "../SearchField";
import { listOptions, useAdminList } from "../useAdminList";

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

/** The users: warnings, suspensions, the admin role, deletion. */
export function UsersTab() {
  const { user: me } = useSession();
  const list = useAdminList(sorts);
  const acts = useActs(ReportTargetType.USER);
  const query = useInfiniteQuery(AdminService.method.listAdminUsers, list.input, listOptions);
  const users = query.data?.pages.flatMap((page) => page.users);
  const rows = users?.map(toRow) ?? [];
  const [warned, setWarned] = useState<AdminUser>();
  const warn = useDialog();
  const startWarn = (user: AdminUser) => {
    setWarned(user);
    warn.open();
  };

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
        selection={{
          keys: acts.selected,
          onChange: acts.setSelected,
          actions: acts.bar(rows, [
            BulkAction.SUSPEND,
            BulkAction.LIFT,
            BulkAction.GRANT_ADMIN,
            BulkAction.REVOKE_ADMIN,
            BulkAction.DELETE,
          ]),
        }}
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
          user.id !== me?.id && (
            <RowMenu
              user={user}
              onWarn={() => startWarn(user)}
              onAct={(act) => acts.start(act, [toRow(user)])}
              undo={acts.undo}
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
      <WarnDialog
        key={warn.key}
        opened={warn.opened}
        onClose={warn.close}
        userId={warned?.id ?? ""}
        name={warned ? handle(warned) : ""}
      />
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
        {user.isAdmin && <Badge component="span">Admin</Badge>}{" "}
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

/** The acts on one user, the deletion last. */
function RowMenu({
  user,
  onWarn,
  onAct,
  undo,
}: {
  user: AdminUser;
  onWarn: () => void;
  onAct: (act: BulkAction.SUSPEND | BulkAction.LIFT | BulkAction.DELETE) => void;
  undo: (act: BulkAction.GRANT_ADMIN | BulkAction.REVOKE_ADMIN, rows: ActRow[]) => Promise<void>;
}) {
  const invalidate = useInvalidate();
  const isAdmin = !user.isAdmin;
  const set = useMutation(AdminService.method.setUserAdmin, {
    onSuccess: async () => {
      await invalidate(AdminService.method.listAdminUsers);
      const act = isAdmin ? BulkAction.GRANT_ADMIN : BulkAction.REVOKE_ADMIN;
      toast("Success", isAdmin ? `${user.username} is now an admin.` : `${user.username} is no longer an admin.`, {
        label: "Undo",
        run: () => void undo(act, [toRow(user)]),
      });
    },
    onError: (error) => toastError("Error", failureMessage(error, "Failed to update admin status.")),
  });
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon size="sm" loading={set.isPending} aria-label={`Acts for ${user.username}`}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onWarn}>Warn</Menu.Item>
        {user.suspension ? (
          <Menu.Item onClick={() => onAct(BulkAction.LIFT)}>Lift suspension</Menu.Item>
        ) : (
          <Menu.Item onClick={() => onAct(BulkAction.SUSPEND)}>Suspend</Menu.Item>
        )}
        <Menu.Item onClick={() => set.mutate({ id: user.id, isAdmin })}>
          {isAdmin ? "Make admin" : "Remove admin"}
        </Menu.Item>
        <Menu.Item color="quench" onClick={() => onAct(BulkAction.DELETE)}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
