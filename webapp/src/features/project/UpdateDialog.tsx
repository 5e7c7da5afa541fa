import { useMutation } from "@connectrpc/connect-query";
import { Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import type { DialogProps } from "../../components/Dialog";
import { FormDialog } from "../../components/FormDialog";
import { MarkdownEditor } from "../../components/MarkdownEditor";
import type { ProjectUpdate } from "../../gen/uvboard/v1/project_update_pb";
import { CreateProjectUpdateRequestSchema, ProjectUpdateService } from "../../gen/uvboard/v1/project_update_service_pb";
import { required, toastFailure, useProtoForm } from "../../lib/form/useProtoForm";
import { useInvalidate } from "../../lib/server/query";

/** Posts an update of a project, which may begin with a text, or edits one. */
export function UpdateDialog({
  projectId,
  update,
  content = "",
  onClose,
  ...dialog
}: DialogProps & { projectId: string; update?: ProjectUpdate; content?: string }) {
  const invalidate = useInvalidate();
  const [uploading, setUploading] = useState(false);
  const create = useMutation(ProjectUpdateService.method.createProjectUpdate);
  const edit = useMutation(ProjectUpdateService.method.editProjectUpdate);
  const form = useProtoForm({
    initialValues: { title: update?.title ?? "", content: update?.content ?? content },
    schema: CreateProjectUpdateRequestSchema,
    toMessage: ({ title, content }) => ({ projectId, title: title.trim(), content: content.trim() }),
    submit: async ({ title, content }) => {
      if (update) await edit.mutateAsync({ projectId, updateId: update.id, title, content });
      else await create.mutateAsync({ projectId, title, content });
      await invalidate(ProjectUpdateService);
      onClose();
    },
    report: toastFailure,
    fallback: "Failed to save the update",
  });
  return (
    <FormDialog
      {...dialog}
      form={form}
      label={update ? "Edit update" : "Post an update"}
      title={update ? "Edit Update" : "Post an Update"}
      submit={update ? "Save Changes" : "Post Update"}
      submitting={update ? "Saving..." : "Posting..."}
      disabled={uploading}
      wide
      onClose={onClose}
    >
      <Stack gap={20}>
        <TextInput {...form.getInputProps("title")} {...required} label="Title" maxLength={120} data-autofocus />
        <MarkdownEditor
          {...form.getInputProps("content")}
          label="What Is New"
          required
          rows={8}
          max={5000}
          hint="Markdown, with images by paste or drop"
          name="content"
          onUploading={setUploading}
        />
      </Stack>
    </FormDialog>
  );
}
