import { createConnectQueryKey, useMutation, useTransport } from "@connectrpc/connect-query";
import { Accessibility, type DragEndEvent, type Draggable, defaultPreset } from "@dnd-kit/dom";
import { DragDropProvider } from "@dnd-kit/react";
import { isSortable, useSortable } from "@dnd-kit/react/sortable";
import { useQueryClient } from "@tanstack/react-query";
import type { Collection, CollectionItem } from "../../gen/uvboard/v1/collection_pb";
import { CollectionService } from "../../gen/uvboard/v1/collection_service_pb";
import { failureMessage } from "../../lib/server/failure";
import { useInvalidate } from "../../lib/server/query";
import { toastError } from "../../lib/ui/toast";
import css from "./Collection.module.css";
import { CollectionRow, nameOf } from "./CollectionRow";

/** The projects of a collection for its owner, who moves them by mouse, touch or keyboard. */
export function SortableItems({ collection: { id, items } }: { collection: Collection }) {
  const move = useMove(id);
  const drop = ({ canceled, operation: { source } }: DragEndEvent) => {
    if (canceled || !isSortable(source) || source.index === source.initialIndex) return;
    move(String(source.id), source.index);
  };
  return (
    <DragDropProvider plugins={plugins} onDragEnd={drop}>
      <ol className={css.list}>
        {items.map((item, index) => (
          <SortableRow key={item.projectId} collectionId={id} item={item} index={index} total={items.length} />
        ))}
      </ol>
    </DragDropProvider>
  );
}

type Row = { collectionId: string; item: CollectionItem; index: number; total: number };

function SortableRow({ collectionId, item, index, total }: Row) {
  const data: Spoken = { name: nameOf(item), total };
  const { ref, handleRef } = useSortable({ id: item.projectId, index, data });
  return <CollectionRow collectionId={collectionId} item={item} own grip={{ row: ref, handle: handleRef }} />;
}

/** Moves a project to an index at once, and then on the server. */
function useMove(id: string): (projectId: string, index: number) => void {
  const client = useQueryClient();
  const invalidate = useInvalidate();
  const schema = CollectionService.method.getCollection;
  const queryKey = createConnectQueryKey({ schema, input: { id }, transport: useTransport(), cardinality: "finite" });
  const mutationKey = ["collection", id];
  const set = useMutation(CollectionService.method.setCollectionItem, {
    mutationKey,
    scope: { id: mutationKey.join("/") },
    onError: (error) => toastError("Error", failureMessage(error, "Couldn't move the project.")),
    // While another move waits, the answer would be the order before it.
    onSettled: () => (client.isMutating({ mutationKey }) === 1 ? invalidate(CollectionService) : undefined),
  });
  return (projectId, index) => {
    void client.cancelQueries({ queryKey });
    client.setQueryData(
      queryKey,
      (was) => was?.collection && { ...was, collection: moved(was.collection, projectId, index) },
    );
    set.mutate({ id, projectId, position: index + 1 });
  };
}

function moved(collection: Collection, projectId: string, index: number): Collection {
  const others = collection.items.filter((item) => item.projectId !== projectId);
  const item = collection.items.filter((one) => one.projectId === projectId);
  return { ...collection, items: others.toSpliced(index, 0, ...item) };
}

/** What a screen reader says of a row. */
type Spoken = { name: string; total: number };

const spokenOf = (source: Draggable): Spoken => source.data as Spoken;
const place = (index: number, total: number) => `place ${index + 1} of ${total}`;

const speech: ConstructorParameters<typeof Accessibility>[1] = {
  screenReaderInstructions: {
    draggable: "Press Space to pick it up, the arrow keys to move it, Space to put it down, and Escape to cancel.",
  },
  announcements: {
    dragstart: ({ operation: { source } }) => (source ? `${spokenOf(source).name} picked up` : undefined),
    dragover: ({ operation: { source, target } }) =>
      source && isSortable(target) && source.id !== target.id
        ? `${spokenOf(source).name}, ${place(target.index, spokenOf(source).total)}`
        : undefined,
    dragend: ({ canceled, operation: { source } }) => {
      if (!isSortable(source)) return undefined;
      const { name, total } = spokenOf(source);
      return canceled ? `${name} not moved` : `${name} moved to ${place(source.index, total)}`;
    },
  },
};
const plugins = [...defaultPreset.plugins, Accessibility.configure(speech)];
