import { Box, Button, Group, Stack, Switch, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { IconPlus, IconX } from "@tabler/icons-react";
import { type ComponentProps, useState } from "react";
import { MarkdownEditor } from "../../components/MarkdownEditor";
import { BlogPostInputSchema } from "../../gen/uvboard/v1/blog_pb";
import { labelWithAside } from "../../lib/form/labelWithAside";
import { required } from "../../lib/form/useProtoForm";
import { useSizeLimits } from "../../lib/form/useRules";
import { count } from "../../lib/text/text";
import css from "./Blog.module.css";
import { CoverField } from "./CoverField";
import { addTags, type PostValues } from "./form";

export const maxContent = 100_000;

/** The part of useProtoForm's form that the fields use. */
export type PostForm = Pick<
  UseFormReturnType<PostValues, never>,
  "values" | "getInputProps" | "setFieldValue" | "errors"
>;

/** The fields of a story. In the dialog, which is narrower, the optional ones say so. */
export function PostFields({
  form,
  inDialog = false,
  isNew = false,
  onUploading,
}: {
  form: PostForm;
  inDialog?: boolean;
  /** The buttons of a new story say whether it is published. */
  isNew?: boolean;
  onUploading: (uploading: boolean) => void;
}) {
  const limits = useSizeLimits(BlogPostInputSchema);
  const optional = inDialog ? " (Optional)" : "";
  return (
    <>
      <CoverField
        label={`Cover Image${optional}`}
        urls={inDialog}
        value={form.values.coverImage}
        error={form.errors.coverImage}
        onChange={(address) => form.setFieldValue("coverImage", address)}
      />
      <Textarea
        {...form.getInputProps("title")}
        {...required}
        {...labelWithAside("Title", used(form.values.title, limits.title?.max))}
        classNames={{ input: css.titleInput }}
        placeholder="What is it about?"
        autosize
        maxRows={5}
        // A title has one line, which may wrap.
        onChange={(event) => form.setFieldValue("title", event.currentTarget.value.replace(/\s*[\r\n]+\s*/g, " "))}
        onKeyDown={(event) => event.key === "Enter" && !event.nativeEvent.isComposing && event.preventDefault()}
      />
      <Textarea
        {...labelWithAside(`Excerpt${optional}`, used(form.values.excerpt, limits.excerpt?.max))}
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps("excerpt")}
      />
      <MarkdownEditor
        label="Content"
        required
        beside
        toolbar
        rows={inDialog ? 10 : 16}
        max={maxContent}
        hint="Markdown, with images by paste or drop"
        name="content"
        value={form.values.content}
        error={form.errors.content}
        onChange={(text) => form.setFieldValue("content", text)}
        onUploading={onUploading}
      />
      <TagsField
        label={inDialog ? "Tags (Optional, comma separated)" : "Tags"}
        tags={form.values.tags}
        error={form.errors.tags}
        onChange={(tags) => form.setFieldValue("tags", tags)}
      />
      {!isNew && (
        <Switch
          label="Published"
          description="Only you and admins can see a draft."
          checked={form.values.isPublished}
          onChange={(event) => form.setFieldValue("isPublished", event.currentTarget.checked)}
        />
      )}
    </>
  );
}

/** How much of its limit a text uses, such as "12 / 200"; undefined until the limit is loaded. */
const used = (text: string, max: number | undefined) =>
  max === undefined ? undefined : `${count(Array.from(text.trim()).length)} / ${count(max)}`;

/** Tags as chips that are removed by a click, and the field that adds more: by Enter, by a comma and by the button. */
function TagsField({
  label,
  tags,
  error,
  onChange,
}: {
  label: string;
  tags: string[];
  error: ComponentProps<typeof TextInput>["error"];
  onChange: (tags: string[]) => void;
}) {
  const [text, setText] = useState("");
  const add = (words: string) => {
    onChange(addTags(tags, words));
    setText("");
  };
  return (
    <Stack gap={8}>
      <TextInput
        label={label}
        name="tags"
        placeholder="Type a tag and press Enter"
        error={error}
        inputContainer={(input) => (
          <Group gap={8} wrap="nowrap">
            <Box flex={1}>{input}</Box>
            <Button aria-label="Add tag" onClick={() => add(text)}>
              <IconPlus size={16} />
              Add
            </Button>
          </Group>
        )}
        value={text}
        onChange={(event) => {
          const { value } = event.currentTarget;
          if (value.includes(",")) add(value);
          else setText(value);
        }}
        // What was typed is not lost if the form is submitted.
        onBlur={() => text.trim() && add(text)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
          event.preventDefault();
          add(text);
        }}
      />
      {tags.length > 0 && (
        <Group gap={8}>
          {tags.map((tag) => (
            <Button
              key={tag}
              size="sm"
              className={css.chip}
              rightSection={<IconX size={14} aria-hidden="true" />}
              aria-label={`Remove the tag ${tag}`}
              onClick={() => onChange(tags.filter((other) => other !== tag))}
            >
              {tag}
            </Button>
          ))}
        </Group>
      )}
    </Stack>
  );
}
