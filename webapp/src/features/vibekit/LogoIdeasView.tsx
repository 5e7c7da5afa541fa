import { Group, Loader, SegmentedControl, Stack, Text, Title } from "@mantine/core";
import { useDeferredValue, useState } from "react";
import { CopyButton } from "../../components/CopyButton";
import { ErrorState } from "../../components/States";
import type { LogoIdeas, LogoStyle } from "../../gen/uvboard/v1/vibekit_pb";
import type { Palette } from "./icons";
import { LogoCard } from "./LogoCard";
import { useOutlines } from "./useOutlines";
import css from "./VibeKit.module.css";

/** A logo of each name, and the other ideas. */
export function LogoIdeasView({
  names,
  ideas,
  style,
  colors,
  writing,
}: {
  names: string[];
  ideas: LogoIdeas | undefined;
  style: LogoStyle;
  colors: Palette;
  writing: boolean;
}) {
  const [ground, setGround] = useState("light");
  const outlines = useOutlines(names, true);
  // Drawing must not delay the color picker.
  const palette = useDeferredValue(colors);
  return (
    <Stack gap={32}>
      <section>
        <Group justify="space-between" mb="md">
          <Title order={3}>Names</Title>
          <SegmentedControl
            size="sm"
            aria-label="Background of the logos"
            value={ground}
            onChange={setGround}
            data={[
              { value: "light", label: "On light" },
              { value: "dark", label: "On dark" },
            ]}
          />
        </Group>
        {outlines.error && (
          <ErrorState title="Couldn't load the font" error={outlines.error} onRetry={() => void outlines.refetch()} />
        )}
        {outlines.isPending && <Loader size="sm" color="ink" aria-label="Loading the font" />}
        {outlines.data && (
          <ul className={css.logos}>
            {names.map((name, i) => (
              // A name changes while it is written.
              // biome-ignore lint/suspicious/noArrayIndexKey: names are written in order and may be equal for a moment
              <li key={i}>
                <LogoCard
                  name={name}
                  style={style}
                  colors={palette}
                  ground={ground}
                  outlines={outlines.data}
                  busy={writing}
                />
              </li>
            ))}
          </ul>
        )}
      </section>
      {ideas && ideas.taglines.length > 0 && <Ideas title="Taglines" items={ideas.taglines} copies={!writing} />}
      {ideas && ideas.motifs.length > 0 && <Ideas title="Motifs" items={ideas.motifs} copies={false} />}
    </Stack>
  );
}

function Ideas({ title, items, copies }: { title: string; items: string[]; copies: boolean }) {
  return (
    <section>
      <Title order={3} mb="sm">
        {title}
      </Title>
      <ul className="ruled">
        {items.map((item, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are written in order and have no other name
          <li key={i}>
            <Group justify="space-between" wrap="nowrap" gap="sm">
              <Text>{item}</Text>
              {copies && <CopyButton icon value={item} label={`Copy ${item}`} />}
            </Group>
          </li>
        ))}
      </ul>
    </section>
  );
}
