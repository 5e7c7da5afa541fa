import { useMutation, useQuery } from "@connectrpc/connect-query";
import { Button, Checkbox, Group, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { CollectionService } from "../../gen/uvboard/v1/collection_service_pb";
import { failureMessage } from "../../lib/server/failure";
import { useInvalidate } from "../../lib/server/query";
import { toastError } from "../../lib/ui/toast";
import { Dialog, type DialogProps } from "../Dialog";
import { ErrorState, Loading } from "../States";
import { useRemoveItem } from "./useRemoveItem";

/** The user's collections: those with a mark have the project. A new one is private until its owner changes that. */
export function CollectDialog({ id, ...dialog }: DialogProps & { id: string }) {
  const invalidate = useInvalidate();
  const query = useQuery(CollectionService.method.listCollections, { projectId: id, pageSize: 100 });
  const [title, setTitle] = useState("");
  const options = {
    onSuccess: () => invalidate(CollectionService),
    onError: (error: unknown) => toastError("Error", failureMessage(error, "Couldn't save this.")),
  };
  const add = useMutation(CollectionService.method.setCollectionItem, options);
  const remove = useRemoveItem();
  const create = useMutation(CollectionService.method.createCollection, {
    onError: options.onError,
    onSuccess: async ({ collection }) => {
      setTitle("");
      await add.mutateAsync({ id: collection?.id ?? "", projectId: id });
    },
  });
  const make = (event: FormEvent) => {
    event.preventDefault();
    if (title.trim() && !create.isPending) create.mutate({ title: title.trim() });
  };
  // A mark changes before the answer is there.
  const adding = add.isPending ? add.variables?.id : undefined;
  const removing = remove.isPending ? remove.variables?.id : undefined;
  return (
    <Dialog title="Add to Collection" {...dialog}>
      <Stack gap="lg">
        {query.isPending && (
          <Loading>
            <Skeleton height={72} />
          </Loading>
        )}
        {query.error && !query.data ? (
          <ErrorState title="Couldn't load your collections" error={query.error} onRetry={query.refetch} />
        ) : null}
        {query.data?.collections.length === 0 && <Text c="dimmed">You have no collections yet.</Text>}
        {query.data?.collections.map((collection) => (
          <Checkbox
            key={collection.id}
            label={collection.title}
            description={collection.isPublic ? undefined : "Private"}
            checked={collection.id === adding || (collection.hasProject && collection.id !== removing)}
            onChange={(event) => {
              const change = { id: collection.id, projectId: id };
              if (event.currentTarget.checked) add.mutate(change);
              else remove.mutate(change);
            }}
          />
        ))}
        <form onSubmit={make}>
          <Group gap="sm" align="end" wrap="nowrap">
            <TextInput
              label="New collection"
              placeholder="e.g. Tools for makers"
              maxLength={100}
              flex={1}
              value={title}
              onChange={(event) => setTitle(event.currentTarget.value)}
            />
            <Button type="submit" loading={create.isPending} disabled={title.trim() === ""}>
              Create
            </Button>
          </Group>
        </form>
      </Stack>
    </Dialog>
  );
}
