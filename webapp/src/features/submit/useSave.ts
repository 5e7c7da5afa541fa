import { create } from "@bufbuild/protobuf";
import { createConnectQueryKey, useMutation, useTransport } from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { GetProjectResponseSchema, ProjectService } from "../../gen/uvboard/v1/project_service_pb";
import { StatsService } from "../../gen/uvboard/v1/stats_service_pb";
import { UserService } from "../../gen/uvboard/v1/user_service_pb";
import { idIn, nameOf } from "../../lib/page/paths";
import { failureMessage, readFailure } from "../../lib/server/failure";
import { useInvalidate } from "../../lib/server/query";
import { useSessionChange } from "../../lib/session/sessionChange";
import { toast, toastError } from "../../lib/ui/toast";
import { type Draft, type Mode, toInput } from "./draft";
import { byField, type Errors } from "./fields";

/**
 * Returns a function that saves the draft as a new project or as a change of `edited`, and then goes to the project. It
 * resolves with the server's field errors. `onSaved` is called once the server has stored the project. If the session has
 * ended, the page shows the login; the saved draft is restored afterwards.
 */
export function useSave(edited: Project | undefined, onSaved: () => void) {
  const createProject = useMutation(ProjectService.method.createProject);
  const updateProject = useMutation(ProjectService.method.updateProject);
  const client = useQueryClient();
  const invalidate = useInvalidate();
  const transport = useTransport();
  const navigate = useNavigate();
  const session = useSessionChange();

  const updateCache = (project: Project, descriptionHtml: string) => {
    void invalidate(ProjectService, UserService, StatsService);
    client.setQueryData(
      createConnectQueryKey({
        schema: ProjectService.method.getProject,
        input: { id: idIn(nameOf(project)) },
        transport,
        cardinality: "finite",
      }),
      create(GetProjectResponseSchema, { project, descriptionHtml }),
    );
  };

  const showAgain = async ({ id, title }: Project) => {
    try {
      const { project: shown, descriptionHtml } = await updateProject.mutateAsync({ id, project: { isPublic: true } });
      if (!shown) throw new Error("");
      updateCache(shown, descriptionHtml);
      toast("Project Shown", `Everybody can see ${title} again.`);
    } catch (thrown) {
      toastError("Error", failureMessage(thrown, "Failed to update project"));
    }
  };

  return async (draft: Draft, mode: Mode): Promise<Errors> => {
    const project = toInput(draft, mode);
    try {
      const { project: saved, descriptionHtml } = edited
        ? await updateProject.mutateAsync({ id: edited.id, project })
        : await createProject.mutateAsync({ project });
      if (!saved) throw new Error("");
      updateCache(saved, descriptionHtml);
      onSaved();
      if (edited?.isPublic && !saved.isPublic) {
        // The project was taken offline with one click, so one click undoes it.
        toast("Draft Saved!", onlyYou, { label: "Undo", run: () => void showAgain(saved) });
      } else toastSaved(saved, edited);
      const published = saved.isPublic && !edited?.isPublic;
      await navigate({ to: "/projects/$id", params: { id: nameOf(saved) }, state: { published }, ignoreBlocker: true });
      return {};
    } catch (thrown) {
      const failure = readFailure(thrown);
      if (failure.unauthenticated) {
        await session.end();
        // The login message replaces the form at the top of the page.
        window.scrollTo(0, 0);
        toastError("Login Required", "Your session has ended. Log in again; your draft is kept.");
        return {};
      }
      if (failure.fields.media) toastError("Media Required", failure.fields.media);
      else toastError("Submission Failed", failure.message || "Failed to submit project. Please try again.");
      return byField(failure.fields);
    }
  };
}

const onlyYou = "Only you can see it until you publish it.";

function toastSaved(project: Project, edited: Project | undefined) {
  if (project.isAwaiting) toast("Project Saved!", "Only you see it until a moderator has looked at it.");
  else if (project.isHidden)
    toast("Project Updated!", "It stays hidden by a moderator: only you, moderators and admins can see it.");
  else if (!project.isPublic) toast("Draft Saved!", onlyYou);
  else if (edited?.isPublic) toast("Project Updated!", "Your changes are saved.");
  else if (edited) toast("Project Updated!", "Your project is now live and visible to the community.");
  else toast("Project Published!", "Your project is now live and visible to the community.");
}
