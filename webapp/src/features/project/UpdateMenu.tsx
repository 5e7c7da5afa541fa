import { useMutation } from "@connectrpc/connect-query";
import { ActionIcon, Menu } from "@mantine/core";
import { IconDots, IconEdit, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import { type ProjectUpdate, ProjectUpdateKind } from "../../gen/uvboard/v1/project_update_pb";
import { ProjectUpdateService } from "../../gen/uvboard/v1/project_update_service_pb";
import { useLazyComponent } from "../../lib/page/useLazyComponent";
import { failureMessage } from "../../lib/server/failure";
import { useInvalidate } from "../../lib/server/query";
import { toastError } from "../../lib/ui/toast";
import { useDialog } from "../../lib/ui/useDialog";

const loadDialog = () => import("./UpdateDialog").then((file) => file.UpdateDialog);

/** The actions on an update: the owner of the project edits it, the owner and admins delete it. */
export function UpdateMenu({ update, own }: { update: ProjectUpdate; own: boolean }) {
  const invalidate = useInvalidate();
  const [asking, setAsking] = useState(false);
  const editing = useDialog();
  const UpdateDialog = useLazyComponent(loadDialog, editing.opened, editing.close);
  const remove = useMutation(ProjectUpdateService.method.deleteProjectUpdate, {
    onSuccess: () => invalidate(ProjectUpdateService),
    onError: (error) => toastError("Error", failureMessage(error, "Failed to delete the update")),
  });
  return (
    <>
      <Menu position="bottom-end" width={176} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon size="sm" aria-label={`More about ${update.title || "the change of the stage"}`}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {own && update.kind === ProjectUpdateKind.TEXT && (
            <Menu.Item leftSection={<IconEdit size={16} />} onClick={editing.open}>
              Edit
            </Menu.Item>
          )}
          <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => setAsking(true)}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {UpdateDialog && (
        <UpdateDialog
          key={editing.key}
          projectId={update.projectId}
          update={update}
          opened={editing.opened}
          onClose={editing.close}
        />
      )}
      <ConfirmDialog
        title="Delete Update"
        text="This update will be deleted for good."
        action="Delete"
        busyAction="Deleting..."
        busy={remove.isPending}
        opened={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate({ projectId: update.projectId, updateId: update.id })}
      />
    </>
  );
}
