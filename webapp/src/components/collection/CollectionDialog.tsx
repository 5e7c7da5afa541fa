import { useMutation } from "@connectrpc/connect-query";
import { Stack, Switch, Textarea, TextInput } from "@mantine/core";
import type { Collection } from "../../gen/uvboard/v1/collection_pb";
import { CollectionService, CreateCollectionRequestSchema } from "../../gen/uvboard/v1/collection_service_pb";
import { required, toastFailure, useProtoForm } from "../../lib/form/useProtoForm";
import { useInvalidate } from "../../lib/server/query";
import { toast } from "../../lib/ui/toast";
import type { DialogProps } from "../Dialog";
import { FormDialog } from "../FormDialog";

/** Makes a collection, or edits one. */
export function CollectionDialog({ collection, onClose, ...dialog }: DialogProps & { collection?: Collection }) {
  const invalidate = useInvalidate();
  const create = useMutation(CollectionService.method.createCollection);
  const update = useMutation(CollectionService.method.updateCollection);
  const form = useProtoForm({
    initialValues: {
      title: collection?.title ?? "",
      description: collection?.description ?? "",
      isPublic: collection?.isPublic ?? true,
    },
    schema: CreateCollectionRequestSchema,
    toMessage: ({ title, description, isPublic }) => ({
      title: title.trim(),
      description: description.trim(),
      isPublic,
    }),
    submit: async ({ title, description, isPublic }) => {
      if (collection) await update.mutateAsync({ id: collection.id, title, description, isPublic });
      else await create.mutateAsync({ title, description, isPublic });
      await invalidate(CollectionService);
      toast(collection ? "Collection changed" : "Collection created");
      onClose();
    },
    report: toastFailure,
    fallback: "Couldn't save the collection",
  });
  return (
    <FormDialog
      {...dialog}
      form={form}
      label={collection ? "Edit collection" : "New collection"}
      title={collection ? "Edit Collection" : "New Collection"}
      submit={collection ? "Save Changes" : "Create"}
      submitting={collection ? "Saving..." : "Creating..."}
      onClose={onClose}
    >
      <Stack gap={20}>
        <TextInput {...form.getInputProps("title")} {...required} label="Title" maxLength={100} data-autofocus />
        <Textarea
          {...form.getInputProps("description")}
          label="Description"
          maxLength={500}
          autosize
          minRows={2}
          maxRows={6}
        />
        <Switch
          {...form.getInputProps("isPublic", { type: "checkbox" })}
          label="Public"
          description="Everybody can see it, and it's on your profile."
        />
      </Stack>
    </FormDialog>
  );
}
