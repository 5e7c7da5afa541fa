import { useMutation } from "@connectrpc/connect-query";
import { CollectionService } from "../../gen/uvboard/v1/collection_service_pb";
import { failureMessage } from "../../lib/server/failure";
import { useInvalidate } from "../../lib/server/query";
import { toast, toastError } from "../../lib/ui/toast";

/**
 * Removes a project from a collection. It can be added again with the note and the place that it had, unless it is not
 * public any more.
 */
export function useRemoveItem({ title, isPublic = true }: { title?: string; isPublic?: boolean } = {}) {
  const invalidate = useInvalidate();
  const options = {
    onSuccess: () => invalidate(CollectionService),
    onError: (error: unknown) => toastError("Error", failureMessage(error, "Couldn't save this.")),
  };
  const add = useMutation(CollectionService.method.setCollectionItem, options);
  return useMutation(CollectionService.method.removeCollectionItem, {
    ...options,
    // Not given to mutate(): the row is gone when the list has been fetched again.
    onSuccess: ({ item }, { id, projectId }) => {
      const undo = () => item && add.mutate({ id, projectId, note: item.note, position: item.position });
      toast("Removed from the collection", title, item && isPublic ? { label: "Undo", run: undo } : undefined);
      return options.onSuccess();
    },
  });
}
