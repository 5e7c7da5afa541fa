import { Button, Group, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { VibeTool } from "../../gen/uvboard/v1/project_pb";
import { toolLabels } from "../../lib/text/labels";
import { plural } from "../../lib/text/text";
import { toast } from "../../lib/ui/toast";
import { Toggles, toggled } from "./ChoiceFields";
import css from "./Fields.module.css";
import { FieldGroup } from "./FormField";
import type { ProjectForm } from "./useProjectForm";

const notPicked = new Set([
  VibeTool.STABLE_DIFFUSION,
  VibeTool.WEBFLOW,
  VibeTool.BUBBLE,
  VibeTool.VUE,
  VibeTool.SVELTE,
  VibeTool.OTHER,
]);
const allTools = Object.keys(toolLabels).map(Number) as VibeTool[];
const quickPicks = allTools.filter((tool) => !notPicked.has(tool));

const suggestedTags = [
  "nocode",
  "ai-powered",
  "opensource",
  "saas",
  "mobile-first",
  "api",
  "automation",
  "analytics",
  "collaboration",
  "productivity",
  "design",
  "developer-tools",
  "education",
  "entertainment",
  "fintech",
  "healthtech",
];

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

export function ToolsField({ form }: { form: ProjectForm }) {
  const { vibeTools, customTools } = form.draft;
  // A tool beyond the quick picks is offered as long as the project has it.
  const offered = [...quickPicks, ...vibeTools.filter((tool) => !quickPicks.includes(tool))];

  const add = (name: string) => {
    const known = allTools.find((tool) => tool !== VibeTool.OTHER && same(toolLabels[tool] ?? "", name));
    if (known !== undefined) {
      form.change("vibeTools", (before) => (before.includes(known) ? before : [...before, known]));
    } else if (!customTools.some((tool) => same(tool, name))) {
      form.change("customTools", (before) => [...before, name]);
      toast("Custom tool noted", `${name} will appear with your other tools.`);
    }
    form.touch("vibeTools");
  };

  return (
    <FieldGroup
      form={form}
      name="vibeTools"
      label="Vibe tools"
      aside={`${vibeTools.length + customTools.length} selected`}
    >
      <Toggles
        values={offered}
        labels={toolLabels}
        chosen={vibeTools}
        onToggle={(tool) => form.change("vibeTools", (before) => toggled(before, tool))}
      >
        <Removable
          words={customTools}
          onRemove={(tool) => form.change("customTools", (before) => before.filter((other) => other !== tool))}
        />
      </Toggles>
      <Adder label="Custom tool" onAdd={add} />
    </FieldGroup>
  );
}

export function TagsField({ form }: { form: ProjectForm }) {
  const { tags } = form.draft;
  const max = form.limits.tags?.max;
  const toggle = (tag: string) => {
    form.change("tags", (before) => toggled(before, tag));
    form.touch("tags");
  };
  const add = (word: string) => {
    const tag = word.replace(/^#/, "").trim();
    if (tag && !tags.some((other) => same(other, tag))) toggle(tag);
  };
  return (
    <FieldGroup
      form={form}
      name="tags"
      label="Tags"
      aside={max === undefined ? undefined : `${plural(tags.length, "tag")} of ${max}`}
    >
      <Toggles values={suggestedTags} chosen={tags} onToggle={toggle}>
        <Removable words={tags.filter((tag) => !suggestedTags.includes(tag))} onRemove={toggle} />
      </Toggles>
      <Adder label="Your own tag" placeholder="Add your own tag" onAdd={add} />
    </FieldGroup>
  );
}

/** A button for each word that removes it. */
function Removable({ words, onRemove }: { words: string[]; onRemove: (word: string) => void }) {
  return words.map((word) => (
    <Button
      size="sm"
      key={word}
      aria-pressed
      className={css.removable}
      rightSection={<IconX size={14} aria-hidden="true" />}
      onClick={() => onRemove(word)}
    >
      {word}
      <span className="sr">Remove</span>
    </Button>
  ));
}

/** An input for a word, and a button that adds it. Enter adds it too, and does not submit the form. */
export function Adder({
  label,
  placeholder = label,
  type = "text",
  onAdd,
}: {
  label: string;
  placeholder?: string;
  type?: "text" | "url";
  onAdd: (word: string) => void;
}) {
  const [text, setText] = useState("");
  const add = () => {
    const word = text.trim();
    if (!word) return;
    onAdd(word);
    setText("");
  };
  return (
    <Group gap={8} wrap="nowrap">
      <TextInput
        flex={1}
        type={type}
        aria-label={label}
        placeholder={placeholder}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
          event.preventDefault();
          add();
        }}
      />
      <Button onClick={add} aria-label={`Add ${label.toLowerCase()}`}>
        <IconPlus size={16} />
        Add
      </Button>
    </Group>
  );
}
