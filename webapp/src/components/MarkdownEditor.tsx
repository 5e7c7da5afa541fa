import { useQuery } from "@connectrpc/connect-query";
import { ActionIcon, Button, FileButton, Group, Input, Paper, SimpleGrid, Skeleton, Text } from "@mantine/core";
import { useDebouncedValue, useMediaQuery, useMergedRef } from "@mantine/hooks";
import {
  IconBlockquote,
  IconBold,
  IconCode,
  IconEye,
  IconHeading,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconPencil,
  IconPhoto,
} from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { MarkdownService } from "../gen/uvboard/v1/markdown_service_pb";
import { stale } from "../lib/server/stale";
import { postTransport } from "../lib/server/transport";
import { useSession } from "../lib/session/session";
import { insertLink, type Selected, toggleLines, toggleMark } from "../lib/text/markdownText";
import { count } from "../lib/text/text";
import { typeInto } from "../lib/text/textArea";
import { imageTypes } from "../lib/upload/uploadLimits";
import { useImageUploads } from "../lib/upload/useImageUploads";
import { MentionTextarea } from "./MentionTextarea";
import { Loading, SideError } from "./States";
import { UserText } from "./UserText";

const previewDelayMs = 400;
// The count appears when the limit is near.
const nearLimit = 0.8;

const marks: Record<string, string> = { b: "**", i: "*", e: "`" };
const tools = [
  { name: "Heading", icon: IconHeading, change: (at: Selected) => toggleLines(at, "## ") },
  { name: "Bold", icon: IconBold, change: (at: Selected) => toggleMark(at, "**") },
  { name: "Italic", icon: IconItalic, change: (at: Selected) => toggleMark(at, "*") },
  { name: "Link", icon: IconLink, change: insertLink },
  { name: "List", icon: IconList, change: (at: Selected) => toggleLines(at, "- ") },
  { name: "Numbered list", icon: IconListNumbers, change: (at: Selected) => toggleLines(at, "1. ") },
  { name: "Quotation", icon: IconBlockquote, change: (at: Selected) => toggleLines(at, "> ") },
  { name: "Code", icon: IconCode, change: (at: Selected) => toggleMark(at, "`") },
];

/**
 * A field for Markdown with a preview. Images are added by paste, by drop and by a button, and users are offered for a
 * mention. Ctrl+Enter submits the form, Ctrl+B, Ctrl+I and Ctrl+E mark the selection. The props fit those of useProtoForm's getInputProps.
 */
export function MarkdownEditor({
  value = "",
  onChange,
  onUploading,
  label,
  hint,
  actions,
  placeholder,
  error,
  name,
  required,
  max,
  rows = 5,
  beside,
  toolbar,
  autoFocus,
  inputRef,
}: {
  value?: string;
  onChange: (value: string) => void;
  /** Called when uploads begin and when all have ended. Submit only in between. */
  onUploading?: (uploading: boolean) => void;
  label: string;
  /** A note below the text. */
  hint?: ReactNode;
  /** Buttons of the form, beside the note. */
  actions?: ReactNode;
  placeholder?: string;
  error?: ReactNode;
  name?: string;
  required?: boolean;
  /** The greatest number of characters. */
  max?: number;
  rows?: number;
  /** On wide screens the preview is beside the text. */
  beside?: boolean;
  /** Buttons for headings, links and so on are above the text. */
  toolbar?: boolean;
  autoFocus?: boolean;
  inputRef?: Ref<HTMLTextAreaElement>;
}) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const wide = useMediaQuery("(min-width: 1024px)", true, { getInitialValueInEffect: false });
  const both = Boolean(beside && wide);
  // The server refuses the images and the previews of guests.
  const isGuest = useSession().status === "guest";
  const [previewing, setPreviewing] = useState(false);
  // The error is shown at the text, in the same render, so that the text can get the focus.
  const invalid = Boolean(error);
  const [wasInvalid, setWasInvalid] = useState(invalid);
  if (invalid !== wasInvalid) {
    setWasInvalid(invalid);
    if (invalid) setPreviewing(false);
  }
  const uploads = useImageUploads(value, onChange);
  const uploading = uploads.running > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the change is reported
  useEffect(() => onUploading?.(uploading), [uploading]);

  const selected = (): Selected => ({
    text: value,
    start: area.current?.selectionStart ?? value.length,
    end: area.current?.selectionEnd ?? value.length,
  });
  const select = ({ start, end }: Selected) =>
    // After React has written the new text.
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(start, end);
    });
  const addImages = (files: Iterable<File>) => select(uploads.add(files, selected()));

  // As if the user had typed what differs, so that it can be undone.
  const write = (change: (at: Selected) => Selected) => {
    if (!area.current) return;
    const before = selected();
    const next = change(before);
    let from = 0;
    while (from < before.text.length && before.text[from] === next.text[from]) from++;
    const most = Math.min(before.text.length, next.text.length) - from;
    let after = 0;
    while (after < most && before.text.at(-1 - after) === next.text.at(-1 - after)) after++;
    area.current.focus();
    typeInto(area.current, from, before.text.length - after, next.text.slice(from, next.text.length - after));
    select(next);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    const mark = marks[event.key];
    if (event.key === "Enter") area.current?.form?.requestSubmit();
    else if (mark) write((at) => toggleMark(at, mark));
    else return;
    event.preventDefault();
  };
  const onPaste = (event: ClipboardEvent) => {
    // Text from a word processor comes with an image of itself.
    if (isGuest || event.clipboardData.types.includes("text/plain") || event.clipboardData.files.length === 0) return;
    event.preventDefault();
    addImages(event.clipboardData.files);
  };
  const onDragOver = (event: DragEvent) => {
    if (!isGuest && event.dataTransfer.types.includes("Files")) event.preventDefault();
  };
  const onDrop = (event: DragEvent) => {
    if (isGuest || event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    addImages(event.dataTransfer.files);
  };

  const length = Array.from(value.trim()).length;
  const writing = both || !previewing;
  const imageButton = writing && !isGuest && (
    <FileButton accept={imageTypes} multiple onChange={addImages}>
      {(props) => (
        <ActionIcon {...props} size="sm" aria-label="Add images" data-tooltip="Add images">
          <IconPhoto size={18} />
        </ActionIcon>
      )}
    </FileButton>
  );
  return (
    <Input.Wrapper>
      <Group justify="space-between" mb={6} wrap="nowrap">
        <Input.Label htmlFor={id} mb={0} {...(required && { "data-required": true })}>
          {label}
        </Input.Label>
        <Group gap={4} wrap="nowrap" flex="none">
          {!toolbar && imageButton}
          {!both && !isGuest && (
            <Button variant="subtle" size="sm" mr={-12} onClick={() => setPreviewing(!previewing)}>
              {previewing ? <IconPencil size={16} /> : <IconEye size={16} />}
              {previewing ? "Write" : "Preview"}
            </Button>
          )}
        </Group>
      </Group>
      {toolbar && writing && (
        <Group gap={0} mb={6} ml={-6} wrap="nowrap" role="toolbar" aria-label="Format" style={{ overflowX: "auto" }}>
          {tools.map(({ name, icon: Icon, change }) => (
            <ActionIcon key={name} size="sm" aria-label={name} data-tooltip={name} onClick={() => write(change)}>
              <Icon size={18} />
            </ActionIcon>
          ))}
          {imageButton}
        </Group>
      )}
      <SimpleGrid cols={both ? 2 : 1} spacing="lg">
        <MentionTextarea
          inputRef={useMergedRef(area, inputRef ?? null)}
          id={id}
          name={name}
          // Hidden, not unmounted: undo and the selection stay.
          wrapperProps={{ hidden: !writing }}
          value={value}
          placeholder={placeholder}
          error={error}
          errorProps={{ mt: 6 }}
          aria-required={required}
          autosize
          minRows={rows}
          maxRows={24}
          autoFocus={autoFocus}
          data-autofocus={autoFocus}
          onChange={(event) => onChange(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onDragOver={onDragOver}
          onDrop={onDrop}
        />
        {(both || previewing) && <Preview text={value} rows={rows} />}
      </SimpleGrid>
      <Group gap="sm" c="var(--uv-text-3)" fz="sm" mt={actions ? 12 : 6}>
        <Text span inherit role="status" mr="auto">
          {uploading ? "Uploading…" : hint}
        </Text>
        {max !== undefined && length > nearLimit * max && (
          <Text span className="num" inherit c={length > max ? "var(--uv-quench)" : undefined}>
            {count(length)} / {count(max)}
          </Text>
        )}
        {actions}
      </Group>
    </Input.Wrapper>
  );
}

/** The text as the server renders it. */
function Preview({ text, rows }: { text: string; rows: number }) {
  const [settled] = useDebouncedValue(text, previewDelayMs);
  const { data, error, refetch } = useQuery(
    MarkdownService.method.renderMarkdown,
    { text: settled },
    {
      transport: postTransport,
      enabled: settled.trim() !== "",
      placeholderData: keepPreviousData,
      staleTime: stale.never,
      gcTime: 0,
    },
  );
  return (
    <Paper withBorder component="section" aria-label="Preview" px={12} py="sm" mih={rows * 24 + 18}>
      {settled.trim() === "" && <Text c="var(--uv-text-3)">Nothing to preview yet.</Text>}
      {settled.trim() !== "" && error && !data && <SideError error={error} onRetry={() => void refetch()} />}
      {settled.trim() !== "" && data && <UserText html={data.html} />}
      {settled.trim() !== "" && !data && !error && (
        <Loading>
          <Skeleton height={14} my={5} />
          <Skeleton height={14} width="60%" my={5} />
        </Loading>
      )}
    </Paper>
  );
}
