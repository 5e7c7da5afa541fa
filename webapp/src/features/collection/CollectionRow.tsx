import { useMutation } from "@connectrpc/connect-query";
import { ActionIcon, Box, Button, Group, Text, Textarea } from "@mantine/core";
import { IconGripVertical, IconPencil, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { useRemoveItem } from "../../components/collection/useRemoveItem";
import { ProjectCover } from "../../components/ProjectImage";
import { TitleLink } from "../../components/project/TitleLink";
import type { CollectionItem } from "../../gen/uvboard/v1/collection_pb";
import { CollectionService } from "../../gen/uvboard/v1/collection_service_pb";
import { failureMessage } from "../../lib/server/failure";
import { useInvalidate } from "../../lib/server/query";
import { toastError } from "../../lib/ui/toast";
import css from "./Collection.module.css";

/** What makes the row one that is dragged by its handle. */
export type Grip = {
  row: (element: Element | null) => void;
  handle: (element: Element | null) => void;
};

type Props = { collectionId: string; item: CollectionItem; own: boolean; grip?: Grip };

export const nameOf = ({ project }: CollectionItem): string => project?.title ?? "a project that is no longer public";

/** A project in a collection, with what its owner says about it. The owner moves, edits and removes it. */
export function CollectionRow({ collectionId, item, own, grip }: Props) {
  const { project, projectId, note } = item;
  const [editing, setEditing] = useState(false);
  const invalidate = useInvalidate();
  const set = useMutation(CollectionService.method.setCollectionItem, {
    onSuccess: () => invalidate(CollectionService),
    onError: (error: unknown) => toastError("Error", failureMessage(error, "Couldn't save this.")),
  });
  const remove = useRemoveItem({ title: project?.title, isPublic: project !== undefined });
  const target = { id: collectionId, projectId };
  const name = nameOf(item);
  return (
    <li ref={grip?.row} className={css.row} data-own={own || undefined}>
      {own && (
        // It works when the code that drags is loaded.
        <ActionIcon ref={grip?.handle} className={css.handle} aria-label={`Move ${name}`} disabled={!grip}>
          <IconGripVertical size={18} />
        </ActionIcon>
      )}
      <span className={`score ${css.place}`} />
      <div className={css.picture} aria-hidden="true">
        {project && <ProjectCover project={project} sizes="128px" />}
      </div>
      <Box miw={0}>
        <Text size="lg" fw="var(--uv-fw-head)" truncate>
          {project ? <TitleLink project={project} cover /> : "No longer public"}
        </Text>
        <Text size="sm" c="dimmed" truncate>
          {project ? project.tagline : "Only you see this row."}
        </Text>
        {note && !editing && (
          <Text mt={6} maw="68ch" className={css.words}>
            {note}
          </Text>
        )}
        {editing && (
          <NoteForm
            name={name}
            note={note}
            onCancel={() => setEditing(false)}
            onSave={async (text) => {
              await set.mutateAsync({ ...target, note: text });
              setEditing(false);
            }}
          />
        )}
      </Box>
      {own && (
        <Group gap={0} wrap="nowrap" className={css.actions}>
          <ActionIcon aria-label={`Edit the note on ${name}`} data-tooltip="Note" onClick={() => setEditing(true)}>
            <IconPencil size={18} />
          </ActionIcon>
          <ActionIcon
            aria-label={`Remove ${name}`}
            data-tooltip="Remove"
            loading={remove.isPending}
            onClick={() => remove.mutate(target)}
          >
            <IconX size={18} />
          </ActionIcon>
        </Group>
      )}
    </li>
  );
}

function NoteForm({
  name,
  note,
  onSave,
  onCancel,
}: {
  name: string;
  note: string;
  onSave: (note: string) => Promise<void>;
  onCancel: () => void;
}) {
  const [text, setText] = useState(note);
  const [saving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    await onSave(text.trim()).catch(() => setSaving(false)); // the mutation has reported it
  };
  return (
    <Box mt={6} maw={560}>
      <Textarea
        aria-label={`Note on ${name}`}
        placeholder="Why is it here?"
        maxLength={280}
        autosize
        minRows={2}
        autoFocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => event.key === "Escape" && onCancel()}
      />
      <Group gap="sm" mt={8}>
        <Button size="sm" variant="filled" loading={saving} onClick={() => void save()}>
          Save
        </Button>
        <Button size="sm" variant="subtle" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </Box>
  );
}
