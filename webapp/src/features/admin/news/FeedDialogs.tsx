import { useMutation } from "@connectrpc/connect-query";
import { TextInput } from "@mantine/core";
import type { DialogProps } from "../../../components/Dialog";
import { FormDialog } from "../../../components/FormDialog";
import { AdminService } from "../../../gen/uvboard/v1/admin_service_pb";
import type { NewsFeed } from "../../../gen/uvboard/v1/news_pb";
import {
  AddNewsFeedRequestSchema,
  NewsService,
  UpdateNewsFeedRequestSchema,
} from "../../../gen/uvboard/v1/news_service_pb";
import { required, useProtoForm } from "../../../lib/form/useProtoForm";
import { useInvalidate } from "../../../lib/server/query";
import { toast } from "../../../lib/ui/toast";

export function AddFeedDialog(dialog: DialogProps) {
  const add = useMutation(NewsService.method.addNewsFeed);
  const invalidate = useInvalidate();
  const form = useProtoForm({
    initialValues: { name: "", url: "" },
    schema: AddNewsFeedRequestSchema,
    toMessage: ({ name, url }) => ({ name, url: url.trim() }),
    submit: async (request) => {
      await add.mutateAsync(request);
      dialog.onClose();
      toast("Success", "The feed was added and is fetched in a moment.");
      await invalidate(NewsService, AdminService.method.getOverview);
    },
    fallback: "Failed to add the feed.",
  });
  return (
    <FormDialog {...dialog} form={form} title="Add feed" label="New feed" submit="Add" submitting="Adding...">
      <TextInput
        {...form.getInputProps("name")}
        {...required}
        label="Name"
        placeholder="e.g. The Example"
        data-autofocus
      />
      <TextInput
        {...form.getInputProps("url")}
        {...required}
        label="URL"
        description="An RSS or Atom feed on a public site"
        placeholder="https://example.com/feed.xml"
        inputMode="url"
      />
    </FormDialog>
  );
}

/** Renames a feed with its articles. */
export function RenameFeedDialog({ feed, ...dialog }: DialogProps & { feed: NewsFeed }) {
  const update = useMutation(NewsService.method.updateNewsFeed);
  const invalidate = useInvalidate();
  const form = useProtoForm({
    initialValues: { name: feed.name },
    schema: UpdateNewsFeedRequestSchema,
    toMessage: ({ name }) => ({ url: feed.url, name }),
    submit: async (request) => {
      await update.mutateAsync(request);
      dialog.onClose();
      toast("Success", "The feed was renamed.");
      await invalidate(NewsService, AdminService.method.getOverview);
    },
    fallback: "Failed to rename the feed.",
  });
  return (
    <FormDialog
      {...dialog}
      form={form}
      title={`Rename ${feed.name}`}
      label="New name"
      text="Its articles get the new name too."
      submit="Rename"
      submitting="Saving..."
    >
      <TextInput {...form.getInputProps("name")} {...required} label="Name" data-autofocus />
    </FormDialog>
  );
}
