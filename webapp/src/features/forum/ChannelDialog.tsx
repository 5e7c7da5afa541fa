import { useMutation } from "@connectrpc/connect-query";
import { Textarea, TextInput } from "@mantine/core";
import type { GetInputPropsReturnType } from "@mantine/form";
import { useNavigate } from "@tanstack/react-router";
import type { DialogProps } from "../../components/Dialog";
import { FormDialog } from "../../components/FormDialog";
import { useForumChange } from "../../components/forum/useForumChange";
import { useForumFailure } from "../../components/forum/useForumFailure";
import type { ForumChannel } from "../../gen/uvboard/v1/forum_pb";
import {
  CreateChannelRequestSchema,
  ForumService,
  UpdateChannelRequestSchema,
} from "../../gen/uvboard/v1/forum_service_pb";
import { required, useProtoForm } from "../../lib/form/useProtoForm";
import { toast } from "../../lib/ui/toast";

/** Creates a channel, of a project if one is given. */
export function ChannelDialog({ project, ...dialog }: DialogProps & { project?: { id: string; title: string } }) {
  const navigate = useNavigate();
  const changed = useForumChange();
  const report = useForumFailure("create a channel");
  const create = useMutation(ForumService.method.createChannel);
  const form = useProtoForm({
    initialValues: {
      name: project?.title ?? "",
      description: project?.title ? `Discussion channel for ${project.title}` : "",
    },
    schema: CreateChannelRequestSchema,
    toMessage: ({ name, description }) => ({
      name: name.trim(),
      description: description.trim(),
      projectId: project?.id,
    }),
    submit: async (request) => {
      const { channel } = await create.mutateAsync(request);
      await changed.channels();
      toast("Success", "Channel created successfully!");
      dialog.onClose();
      if (channel) void navigate({ to: "/forum/$channelId", params: { channelId: channel.id } });
    },
    report,
    fallback: "Failed to create channel",
  });
  return (
    <FormDialog
      {...dialog}
      form={form}
      title="Create Channel"
      label="Create Channel"
      submit="Create Channel"
      submitting="Creating..."
      disabled={form.values.name.trim() === ""}
    >
      <ChannelInputs form={form} />
    </FormDialog>
  );
}

/** Changes the name and description of a channel. */
export function EditChannelDialog({ channel, ...dialog }: DialogProps & { channel: ForumChannel }) {
  const changed = useForumChange();
  const update = useMutation(ForumService.method.updateChannel);
  const form = useProtoForm({
    initialValues: { name: channel.name, description: channel.description },
    schema: UpdateChannelRequestSchema,
    toMessage: ({ name, description }) => ({ id: channel.id, name: name.trim(), description: description.trim() }),
    submit: async (request) => {
      await update.mutateAsync(request);
      await changed.channels();
      dialog.onClose();
    },
    fallback: "Couldn't save the channel",
  });
  return (
    <FormDialog
      {...dialog}
      form={form}
      title="Edit channel"
      label="Edit channel"
      submit="Save"
      submitting="Saving..."
      disabled={form.values.name.trim() === ""}
    >
      <ChannelInputs form={form} />
    </FormDialog>
  );
}

function ChannelInputs({ form }: { form: { getInputProps: (name: string) => GetInputPropsReturnType } }) {
  return (
    <>
      <TextInput {...form.getInputProps("name")} {...required} label="Name" autoComplete="off" data-autofocus />
      <Textarea {...form.getInputProps("description")} label="Description" autosize minRows={2} maxRows={8} />
    </>
  );
}
