import { useMutation } from "@connectrpc/connect-query";
import { ActionIcon, Button } from "@mantine/core";
import { IconEdit, IconEye, IconEyeOff, IconTrash } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { flushSync } from "react-dom";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { ProjectService } from "../../gen/uvboard/v1/project_service_pb";
import { failureMessage } from "../../lib/failure";
import { paths } from "../../lib/paths";
import { toast, toastError } from "../../lib/toast";
import css from "./Profile.module.css";
import { useProfileChange } from "./useProfileChange";

/** What the owner may do with one of their projects. */
export function OwnerActions({ project, onDeleted }: { project: Project; onDeleted: () => void }) {
  const [asking, setAsking] = useState(false);
  const changed = useProfileChange();
  const remove = useMutation(ProjectService.method.deleteProject, {
    onSuccess: async () => {
      await changed.projects();
      // Behind an open dialog nothing can take the focus.
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
      <VisibilityToggle project={project} />
      <span className={css.owner}>
        <Link
          to={paths.submit}
          search={{ edit: project.id }}
          className={css.ownerButton}
          aria-label={`Edit ${project.title}`}
        >
          <IconEdit size={18} />
        </Link>
        <ActionIcon aria-label={`Delete ${project.title}`} className={css.ownerButton} onClick={() => setAsking(true)}>
          <IconTrash size={18} />
        </ActionIcon>
      </span>
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

/** Shows and hides a project. It turns at once, and turns back when the server refuses. */
function VisibilityToggle({ project }: { project: Project }) {
  const changed = useProfileChange();
  const update = useMutation(ProjectService.method.updateProject, {
    onSuccess: (_answer, { project: sent }) => {
      if (sent?.isPublic) toast("Project Shown", `Everybody can see ${project.title} again.`);
      else toast("Project Hidden", "Only you and admins can see this.", { label: "Undo", run: () => show(true) });
      // Pending lasts until the lists are true again, so that nothing flickers back in between.
      return changed.projects();
    },
    onError: (error) => toastError("Error", failureMessage(error, "Failed to update project")),
  });
  const shown = update.isPending ? (update.variables.project?.isPublic ?? project.isPublic) : project.isPublic;
  const show = (isPublic: boolean) => update.mutate({ id: project.id, project: { isPublic } });
  return (
    <Button
      variant="subtle"
      size="sm"
      className={css.visibility}
      aria-pressed={shown}
      aria-label={`${project.title} is ${shown ? "public" : "a draft"}`}
      onClick={() => !update.isPending && show(!project.isPublic)}
    >
      {shown ? <IconEye size={16} /> : <IconEyeOff size={16} />}
      {shown ? "Public" : "Draft"}
    </Button>
  );
}
