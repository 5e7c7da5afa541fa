import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { CopyButton } from "../../components/CopyButton";
import type { Brief } from "../../gen/uvboard/v1/vibekit_pb";
import { paths } from "../../lib/page/paths";
import { briefLists, briefPrompts, toMarkdown, toProject } from "./brief";
import css from "./VibeKit.module.css";

/** A brief, or the finished part of it. */
export function BriefView({ brief, idea, writing }: { brief: Brief; idea: string; writing: boolean }) {
  const navigate = useNavigate();
  // The part that is being written is the last one that has begun.
  const begun = [
    brief.summary,
    ...briefLists.map(({ name }) => brief[name].length > 0),
    brief.systemPrompt,
    brief.builderPrompt,
  ];
  const last = begun.findLastIndex(Boolean);
  const caret = (part: number) => (writing && part === Math.max(last, 0) ? css.caret : undefined);
  return (
    <Stack gap={32}>
      <div>
        <Title order={3} size="h2" mb="sm">
          Brief summary
        </Title>
        <Text size="xl" className={caret(0)}>
          {brief.summary}
        </Text>
      </div>
      <div className={css.lists}>
        {briefLists.map(({ name, heading }, i) =>
          brief[name].length > 0 ? (
            <section key={name}>
              <Title order={3} mb="sm">
                {heading}
              </Title>
              <ol className={css.items}>
                {brief[name].map((item, n) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: items are written in order and have no other name
                  <li key={n} className={n === brief[name].length - 1 ? caret(i + 1) : undefined}>
                    {item}
                  </li>
                ))}
              </ol>
            </section>
          ) : null,
        )}
      </div>
      {briefPrompts.map(({ name, heading }, i) =>
        brief[name] ? (
          <section key={name}>
            <Group justify="space-between" mb="sm">
              <Title order={3}>{heading}</Title>
              {!writing && <CopyButton icon value={brief[name]} label={`Copy the ${heading.toLowerCase()}`} />}
            </Group>
            <Text className={css.promptText} data-writing={caret(briefLists.length + 1 + i) ? true : undefined}>
              {brief[name]}
            </Text>
          </section>
        ) : null,
      )}
      {!writing && brief.builderPrompt !== "" && (
        <Group gap="sm">
          <Button
            variant="filled"
            onClick={() => void navigate({ to: paths.submit, state: { prefill: toProject(brief, idea) } })}
          >
            Use this brief
          </Button>
          <CopyButton value={toMarkdown(brief, idea)} label="Copy as Markdown" />
        </Group>
      )}
    </Stack>
  );
}
