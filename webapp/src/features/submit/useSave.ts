import { create } from "@bufbuild/protobuf";
import { createConnectQueryKey, useMutation, useTransport } from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { GetProjectResponseSchema, ProjectService } from "../../gen/uvboard/v1/project_service_pb";
import { StatsService } from "../../gen/uvboard/v1/stats_service_pb";
import { UserService } from "../../gen/uvboard/v1/user_service_pb";
import { failureMessage, readFailure } from "../../lib/failure";
import { useSessionChange } from "../../lib/session";
import { toast, toastError } from "../../lib/toast";
import { type Draft, type Mode, toInput } from "./draft";
import { byField, type Errors } from "./fields";

/**
 * Sends the form: a new project, or the change of the given one. Afterwards the project itself is shown.
 * `onSaved` comes before that. A session that has ended leads to the login and, by what the form keeps, back here.
 */
export function useSave(edited: Project | undefined, onSaved: () => void) {
  const createProject = useMutation(ProjectService.method.createProject);
  const updateProject = useMutation(ProjectService.method.updateProject);
  const client = useQueryClient();
  const transport = useTransport();
  const navigate = useNavigate();
  const session = useSessionChange();

  const keep = (project: Project, descriptionHtml: string) => {
    for (const schema of [ProjectService, UserService, StatsService]) {
      void client.invalidateQueries({ queryKey: createConnectQueryKey({ schema, transport, cardinality: undefined }) });
    }
    client.setQueryData(
      createConnectQueryKey({
        schema: ProjectService.method.getProject,
        input: { id: project.id },
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
      keep(shown, descriptionHtml);
      toast("Project Shown", `Everybody can see ${title} again.`);
    } catch (thrown) {
      toastError("Error", failureMessage(thrown, "Failed to update project"));
    }
  };

  return async (draft: Draft, mode: Mode, asDraft: boolean): Promise<Errors> => {
    const project = toInput(asDraft ? { ...draft, isPublic: false } : draft, mode);
    try {
      const { project: saved, descriptionHtml } = edited
        ? await updateProject.mutateAsync({ id: edited.id, project })
        : await createProject.mutateAsync({ project });
      if (!saved) throw new Error("");
      keep(saved, descriptionHtml);
      onSaved();
      if (edited?.isPublic && !saved.isPublic) {
        // What stood there for everybody is gone with one press: one more brings it back.
        toast("Draft Saved!", onlyYou, { label: "Undo", run: () => void showAgain(saved) });
      } else sayDone(saved, edited);
      await navigate({ to: "/projects/$id", params: { id: saved.id }, ignoreBlocker: true });
      return {};
    } catch (thrown) {
      const failure = readFailure(thrown);
      if (failure.unauthenticated) {
        await session.end();
        // What takes the form's place stands where its top was.
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

function sayDone(project: Project, edited: Project | undefined) {
  if (!project.isPublic) toast("Draft Saved!", onlyYou);
  else if (edited?.isPublic) toast("Project Updated!", "Your changes are saved.");
  else if (edited) toast("Project Updated!", "Your project is now live and visible to the community.");
  else toast("Project Published!", "Your project is now live and visible to the community.");
}
