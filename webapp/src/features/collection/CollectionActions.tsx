import { useMutation } from "@connectrpc/connect-query";
import { Button } from "@mantine/core";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import type { Collection } from "../../gen/uvboard/v1/collection_pb";
import { CollectionService } from "../../gen/uvboard/v1/collection_service_pb";
import { paths } from "../../lib/page/paths";
import { useLazyComponent } from "../../lib/page/useLazyComponent";
import { failureMessage } from "../../lib/server/failure";
import { useInvalidate } from "../../lib/server/query";
import { toastError } from "../../lib/ui/toast";
import { useDialog } from "../../lib/ui/useDialog";

const loadDialog = () => import("../../components/collection/CollectionDialog").then((file) => file.CollectionDialog);

/** What the owner does with a collection. */
export function CollectionActions({ collection }: { collection: Collection }) {
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const [asking, setAsking] = useState(false);
  const editing = useDialog();
  const CollectionDialog = useLazyComponent(loadDialog, editing.opened, editing.close);
  const remove = useMutation(CollectionService.method.deleteCollection, {
    onSuccess: async () => {
      await navigate({ to: paths.collections });
      await invalidate(CollectionService.method.listCollections);
    },
    onError: (error) => toastError("Error", failureMessage(error, "Couldn't delete the collection")),
  });
  return (
    <>
      <Button size="sm" onClick={editing.open}>
        <IconPencil size={16} />
        Edit
      </Button>
      <Button size="sm" variant="subtle" color="quench" onClick={() => setAsking(true)}>
        <IconTrash size={16} />
        Delete
      </Button>
      {CollectionDialog && (
        <CollectionDialog key={editing.key} collection={collection} opened={editing.opened} onClose={editing.close} />
      )}
      <ConfirmDialog
        title="Delete Collection"
        text="The collection and its notes will be deleted for good. The projects stay."
        action="Delete"
        busyAction="Deleting..."
        busy={remove.isPending}
        opened={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate({ id: collection.id })}
      />
    </>
  );
}
