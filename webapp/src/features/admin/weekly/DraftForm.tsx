import { useMutation } from "@connectrpc/connect-query";
import { ActionIcon, Badge, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from "@tabler/icons-react";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { Dialog, type DialogProps } from "../../../components/Dialog";
import { MarkdownEditor } from "../../../components/MarkdownEditor";
import { ProtoForm } from "../../../components/ProtoForm";
import { UserText } from "../../../components/UserText";
import type { WeeklyDraft, WeeklyItem, WeeklyItemType } from "../../../gen/uvboard/v1/weekly_pb";
import { UpdateWeeklyDraftRequestSchema, WeeklyService } from "../../../gen/uvboard/v1/weekly_service_pb";
import { required, useProtoForm } from "../../../lib/form/useProtoForm";
import { useInvalidate } from "../../../lib/server/query";
import { handle, plural } from "../../../lib/text/text";
import { weeklyItemLabels } from "../../../lib/text/weekly";
import { toast } from "../../../lib/ui/toast";
import { useDialog } from "../../../lib/ui/useDialog";
import { act } from "../act";
import css from "./Draft.module.css";
import { readItemAddress } from "./itemAddress";
import { MakeButton } from "./WeeklyTab";

const maxItems = 20;

/** An item as the form has it. */
type Row = { type: WeeklyItemType; id: string; note: string; title: string; text: string; by: string; gone: boolean };

const rowOf = ({ type, id, note, title, excerpt, author, isAvailable }: WeeklyItem): Row => ({
  type,
  id,
  note,
  title,
  text: excerpt,
  by: author ? handle(author) : "",
  gone: !isAvailable,
});
const written = (rows: Row[]) => JSON.stringify(rows.map(({ id, note }) => [id, note]));

/** Edits the draft, shows it as readers will see it, and publishes it. */
export function DraftForm({ draft }: { draft: WeeklyDraft }) {
  const update = useMutation(WeeklyService.method.updateWeeklyDraft);
  const invalidate = useInvalidate();
  const rows = draft.items.map(rowOf);
  const preview = useDialog();
  const publish = useDialog();
  const form = useProtoForm({
    initialValues: { title: draft.title, introduction: draft.introduction, items: rows },
    schema: UpdateWeeklyDraftRequestSchema,
    toMessage: ({ title, introduction, items }) => ({
      title: title.trim(),
      introduction: introduction.trim(),
      items: items.map(({ type, id, note }) => ({ type, id, note: note.trim() })),
      version: draft.version,
    }),
    submit: async (request) => {
      await update.mutateAsync(request);
      toast("Success", "The draft is saved.");
      await invalidate(WeeklyService);
    },
    fallback: "Failed to save the draft.",
  });
  const { items } = form.values;
  const setItems = (next: Row[]) => form.setFieldValue("items", next);
  const changed =
    form.values.title !== draft.title ||
    form.values.introduction !== draft.introduction ||
    written(items) !== written(rows);
  return (
    <Stack gap="lg" maw={860}>
      <Text c="dimmed">
        About the week from {draft.week}. {plural(draft.subscribers, "subscriber")} will get it.
        {!draft.isEdited && " Until somebody edits it, the draft of the next week replaces it."}
      </Text>
      <ProtoForm form={form} label="Draft">
        <TextInput {...form.getInputProps("title")} {...required} label="Title" size="lg" />
        <MarkdownEditor {...form.getInputProps("introduction")} label="Introduction" rows={5} max={5000} />
        <Items items={items} onChange={setItems} error={form.errors.items} />
        <Group gap="sm">
          <Button type="submit" variant={changed ? "filled" : "default"} loading={form.busy}>
            {form.busy ? "Saving..." : "Save draft"}
          </Button>
          <Button onClick={preview.open}>Preview</Button>
          <MakeButton label="Start over" />
          <Button
            variant={changed ? "default" : "filled"}
            disabled={changed || items.length === 0}
            title={changed ? "Save the draft first" : undefined}
            onClick={publish.open}
          >
            Publish...
          </Button>
        </Group>
      </ProtoForm>
      <Dialog {...preview} onClose={preview.close} wide title={form.values.title || "Untitled"}>
        <Preview introductionHtml={draft.introductionHtml} items={items} />
      </Dialog>
      <PublishDialog key={publish.key} opened={publish.opened} onClose={publish.close} draft={draft} />
    </Stack>
  );
}

function Preview({ introductionHtml, items }: { introductionHtml: string; items: Row[] }) {
  return (
    <Stack gap="md">
      {introductionHtml && <UserText html={introductionHtml} />}
      {items
        .filter((item) => !item.gone)
        .map((item) => (
          <div key={item.id}>
            <span className="slug">{weeklyItemLabels[item.type].toUpperCase()}</span>
            <Text fw={700}>{item.title}</Text>
            <Text>{item.note || item.text}</Text>
            {item.by && (
              <Text size="sm" c="dimmed">
                by {item.by}
              </Text>
            )}
          </div>
        ))}
    </Stack>
  );
}

/** The items in order. Each is moved by buttons, which also work by keyboard and on phones. */
function Items({ items, onChange, error }: { items: Row[]; onChange: (items: Row[]) => void; error: ReactNode }) {
  const move = (from: number, to: number) => {
    const item = items[from];
    if (item) onChange(items.toSpliced(from, 1).toSpliced(to, 0, item));
  };
  return (
    <section aria-labelledby="weekly-items">
      <Text fw={600} id="weekly-items">
        Items
      </Text>
      <ol className={css.items}>
        {items.map((item, index) => {
          const name = item.title || "an item that is no longer public";
          return (
            <li key={item.id} className={css.item}>
              <div className={css.name}>
                <Group gap="sm" wrap="nowrap">
                  <Badge>{weeklyItemLabels[item.type]}</Badge>
                  <Text fw={600} truncate>
                    {name}
                  </Text>
                </Group>
                {item.gone && (
                  <Text size="sm" c="quench">
                    Readers won't see it.
                  </Text>
                )}
                <TextInput
                  mt={6}
                  aria-label={`Note on ${name}`}
                  placeholder="A sentence on it; optional"
                  maxLength={300}
                  value={item.note}
                  onChange={(event) => onChange(items.with(index, { ...item, note: event.currentTarget.value }))}
                />
              </div>
              <Group gap={4} wrap="nowrap">
                <ActionIcon
                  aria-label={`Move up: ${name}`}
                  disabled={index === 0}
                  onClick={() => move(index, index - 1)}
                >
                  <IconArrowUp size={18} />
                </ActionIcon>
                <ActionIcon
                  aria-label={`Move down: ${name}`}
                  disabled={index === items.length - 1}
                  onClick={() => move(index, index + 1)}
                >
                  <IconArrowDown size={18} />
                </ActionIcon>
                <ActionIcon aria-label={`Remove: ${name}`} onClick={() => onChange(items.toSpliced(index, 1))}>
                  <IconTrash size={18} />
                </ActionIcon>
              </Group>
            </li>
          );
        })}
      </ol>
      {error && (
        <Text size="sm" c="quench" mt="sm" role="alert">
          {error}
        </Text>
      )}
      {items.length < maxItems && <AddItem items={items} onAdd={(item) => onChange([...items, item])} />}
    </section>
  );
}

/** Adds a project, a story or a thread by the address of its page. The server checks that it is public. */
function AddItem({ items, onAdd }: { items: Row[]; onAdd: (item: Row) => void }) {
  const [address, setAddress] = useState("");
  const [error, setError] = useState("");
  const add = () => {
    const found = readItemAddress(address);
    if (!found) return setError("Paste the address of a project, a story or a thread");
    if (items.some(({ id }) => id === found.id)) return setError("The issue has this item already");
    setError("");
    setAddress("");
    onAdd({ ...found, note: "", title: address.trim(), text: "", by: "", gone: false });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault(); // it would save the draft
    add();
  };
  return (
    <Group gap="sm" align="start" mt="sm">
      <TextInput
        flex="1 1 240px"
        aria-label="Address of an item"
        placeholder="Paste the address of a project, story or thread"
        value={address}
        error={error}
        onChange={(event) => setAddress(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Button onClick={add} disabled={address.trim() === ""}>
        <IconPlus size={16} />
        Add
      </Button>
    </Group>
  );
}

function PublishDialog({ draft, ...dialog }: DialogProps & { draft: WeeklyDraft }) {
  const publish = useMutation(WeeklyService.method.publishWeeklyIssue);
  const invalidate = useInvalidate();
  const run = () =>
    act(async () => {
      const { issue } = await publish.mutateAsync({ id: draft.id, version: draft.version });
      dialog.onClose();
      toast("Success", `Issue ${issue?.number} is published.`);
      await invalidate(WeeklyService);
    }, "Failed to publish the issue.");
  return (
    <Dialog
      {...dialog}
      alert
      title={`Publish issue ${draft.number}?`}
      actions={
        <>
          <Button variant="subtle" onClick={dialog.onClose} data-autofocus>
            Cancel
          </Button>
          <Button variant="filled" loading={publish.isPending} onClick={() => void run()}>
            {publish.isPending ? "Publishing..." : "Publish"}
          </Button>
        </>
      }
    >
      <Text c="dimmed">
        {draft.subscribers > 0
          ? `“${draft.title}” goes to ${plural(draft.subscribers, "subscriber")} by email. You can't change or recall it.`
          : `“${draft.title}” goes online. Nobody has subscribed yet, so no email is sent.`}
      </Text>
    </Dialog>
  );
}
