import { Button } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { useState } from "react";
import field from "../../components/Field.module.css";
import { VibeTool } from "../../gen/uvboard/v1/project_pb";
import { toolLabels } from "../../lib/labels";
import { plural } from "../../lib/text";
import { toast } from "../../lib/toast";
import { toggled } from "./ChoiceFields";
import { FormField } from "./FormField";
import css from "./FormField.module.css";
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
    <FormField
      name="vibeTools"
      label="Vibe tools"
      aside={`${vibeTools.length + customTools.length} selected`}
      error={form.errors.vibeTools}
      group="group"
    >
      <div className={css.chips}>
        {offered.map((tool) => (
          <Button
            size="sm"
            key={tool}
            aria-pressed={vibeTools.includes(tool)}
            onClick={() => form.change("vibeTools", (before) => toggled(before, tool))}
          >
            {toolLabels[tool]}
          </Button>
        ))}
        {customTools.map((tool) => (
          <RemovableChip
            key={tool}
            word={tool}
            onRemove={() => form.change("customTools", (before) => before.filter((one) => one !== tool))}
          />
        ))}
      </div>
      <Adder label="Custom tool" placeholder="Custom tool" onAdd={add} />
    </FormField>
  );
}

export function TagsField({ form }: { form: ProjectForm }) {
  const { tags } = form.draft;
  const own = tags.filter((tag) => !suggestedTags.includes(tag));
  const change = (next: (before: string[]) => string[]) => {
    form.change("tags", next);
    form.touch("tags");
  };
  const add = (word: string) => {
    const tag = word.replace(/^#/, "").trim();
    if (tag) change((before) => (before.some((one) => same(one, tag)) ? before : [...before, tag]));
  };
  return (
    <FormField
      name="tags"
      label="Tags"
      aside={`${plural(tags.length, "tag")} of 10`}
      error={form.errors.tags}
      group="group"
    >
      <div className={css.chips}>
        {suggestedTags.map((tag) => (
          <Button
            size="sm"
            key={tag}
            aria-pressed={tags.includes(tag)}
            onClick={() => change((before) => toggled(before, tag))}
          >
            {tag}
          </Button>
        ))}
        {own.map((tag) => (
          <RemovableChip
            key={tag}
            word={tag}
            onRemove={() => change((before) => before.filter((one) => one !== tag))}
          />
        ))}
      </div>
      <Adder label="Add your own tag" placeholder="Add your own tag" onAdd={add} />
    </FormField>
  );
}

function RemovableChip({ word, onRemove }: { word: string; onRemove: () => void }) {
  return (
    <Button size="sm" aria-pressed className={css.removable} onClick={onRemove}>
      <span>{word}</span>
      <IconX size={14} aria-hidden="true" />
      <span className="sr">Remove</span>
    </Button>
  );
}

/** A line to write a word in, and a button that adds it; Enter adds it too, and does not send the form. */
export function Adder({
  label,
  placeholder,
  type = "text",
  onAdd,
}: {
  label: string;
  placeholder: string;
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
    <div className={css.adder}>
      <input
        className={field.input}
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
    </div>
  );
}
