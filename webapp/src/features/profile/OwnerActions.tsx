import { useMutation } from "@connectrpc/connect-query";
import { ActionIcon, Button, Group, Text } from "@mantine/core";
import { IconEdit, IconEye, IconEyeOff, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { flushSync } from "react-dom";
import { ActionIconLink } from "../../components/ButtonLink";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { ProjectService } from "../../gen/uvboard/v1/project_service_pb";
import { paths } from "../../lib/page/paths";
import { useOpenMissing } from "../../lib/page/useOpenMissing";
import { failureMessage } from "../../lib/server/failure";
import { toast, toastError } from "../../lib/ui/toast";
import { useProfileChange } from "./useProfileChange";

/** The owner's controls of a project: visibility, edit and delete. */
export function OwnerActions({ project, onDeleted }: { project: Project; onDeleted: () => void }) {
  const [asking, setAsking] = useState(false);
  const changed = useProfileChange();
  const remove = useMutation(ProjectService.method.deleteProject, {
    onSuccess: async () => {
      await changed.projects();
      // While the dialog is open, nothing behind it can be focused.
      flushSync(() => setAsking(false));
      toast("Project Deleted", `${project.title} is gone.`);
      onDeleted();
    },
    onError: (error) => {
      setAsking(false);
      toastError("Error", failureMessage(error, "Failed to delete project"));
    },
  });

  return (
    <>
      {project.isHidden ? (
        <Text span size="sm" c="var(--uv-text-3)">
          {project.isAwaiting ? "Waits for a moderator" : "Hidden by a moderator"}
        </Text>
      ) : (
        <VisibilityToggle project={project} />
      )}
      <Group component="span" gap={0} ml="auto" wrap="nowrap">
        <ActionIconLink
          to={paths.submit}
          search={{ edit: project.id }}
          variant="subtle"
          size="sm"
          aria-label={`Edit ${project.title}`}
        >
          <IconEdit size={18} />
        </ActionIconLink>
        <ActionIcon size="sm" aria-label={`Delete ${project.title}`} onClick={() => setAsking(true)}>
          <IconTrash size={18} />
        </ActionIcon>
      </Group>
      <ConfirmDialog
        opened={asking}
        title={`Delete ${project.title}`}
        text="Are you sure you want to delete this project? This action cannot be undone."
        action="Delete"
        busyAction="Deleting..."
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ id: project.id })}
        onClose={() => !remove.isPending && setAsking(false)}
      />
    </>
  );
}

/** Shows and hides a project, optimistically. */
function VisibilityToggle({ project }: { project: Project }) {
  const changed = useProfileChange();
  const openMissing = useOpenMissing();
  const update = useMutation(ProjectService.method.updateProject, {
    onSuccess: (_answer, { project: sent }) => {
      if (sent?.isPublic) toast("Project Shown", `Everybody can see ${project.title} again.`);
      else toast("Project Hidden", "Only you and admins can see this.", { label: "Undo", run: () => show(true) });
      // The mutation is pending until the lists are fetched again, so that the toggle does not flicker.
      return changed.projects();
    },
    onError: (error) => {
      if (!openMissing(project.id, error)) toastError("Error", failureMessage(error, "Failed to update project"));
    },
  });
  const shown = update.isPending ? (update.variables.project?.isPublic ?? project.isPublic) : project.isPublic;
  const show = (isPublic: boolean) => update.mutate({ id: project.id, project: { isPublic } });
  return (
    <Button
      variant="subtle"
      size="sm"
      px={0}
      pr={8}
      fw={420}
      aria-pressed={shown}
      aria-label={`${project.title} is ${shown ? "public" : "a draft"}`}
      onClick={() => !update.isPending && show(!project.isPublic)}
    >
      {shown ? <IconEye size={16} /> : <IconEyeOff size={16} />}
      {shown ? "Public" : "Draft"}
    </Button>
  );
}
