import { useMutation } from "@connectrpc/connect-query";
import { ActionIcon, Box, Button, Group, Text, Textarea } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconPencil, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { ProjectLogo } from "../../components/ProjectImage";
import { TitleLink } from "../../components/project/TitleLink";
import type { CollectionItem } from "../../gen/uvboard/v1/collection_pb";
import { CollectionService } from "../../gen/uvboard/v1/collection_service_pb";
import { failureMessage } from "../../lib/failure";
import { useInvalidate } from "../../lib/query";
import { toast, toastError } from "../../lib/toast";
import css from "./Collection.module.css";

type Props = { collectionId: string; item: CollectionItem; own: boolean; isLast: boolean };

/** A project in a collection, with what its owner says about it. The owner moves, edits and removes it. */
export function CollectionRow({ collectionId, item, own, isLast }: Props) {
  const { project, projectId, note, position } = item;
  const [editing, setEditing] = useState(false);
  const invalidate = useInvalidate();
  const options = {
    onSuccess: () => invalidate(CollectionService),
    onError: (error: unknown) => toastError("Error", failureMessage(error, "Couldn't save this.")),
  };
  const set = useMutation(CollectionService.method.setCollectionItem, options);
  const target = { id: collectionId, projectId };
  const remove = useMutation(CollectionService.method.removeCollectionItem, {
    ...options,
    // Not given to mutate(): the row is gone when the list has been fetched again.
    onSuccess: () => {
      // A project that is not public cannot be added again.
      toast(
        "Removed from the collection",
        project?.title,
        project && { label: "Undo", run: () => set.mutate({ ...target, note, position }) },
      );
      return options.onSuccess();
    },
  });
  const name = project?.title ?? "a project that is no longer public";
  const move = (to: number) => set.mutate({ ...target, position: to });
  const take = () => remove.mutate(target);
  return (
    <li className={css.row}>
      <Text className="score" fz={28} c="dimmed">
        {position}
      </Text>
      {project ? <ProjectLogo title={project.title} logo={project.logo} size={48} /> : <span />}
      <Box miw={0}>
        <Text size="lg" fw="var(--uv-fw-head)" truncate>
          {project ? <TitleLink project={project} /> : "No longer public"}
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
          <ActionIcon
            aria-label={`Move ${name} up`}
            data-tooltip="Up"
            disabled={position === 1 || set.isPending}
            onClick={() => move(position - 1)}
          >
            <IconArrowUp size={18} />
          </ActionIcon>
          <ActionIcon
            aria-label={`Move ${name} down`}
            data-tooltip="Down"
            disabled={isLast || set.isPending}
            onClick={() => move(position + 1)}
          >
            <IconArrowDown size={18} />
          </ActionIcon>
          <ActionIcon aria-label={`Edit the note on ${name}`} data-tooltip="Note" onClick={() => setEditing(true)}>
            <IconPencil size={18} />
          </ActionIcon>
          <ActionIcon aria-label={`Remove ${name}`} data-tooltip="Remove" loading={remove.isPending} onClick={take}>
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
