import { Alert, Button, Code, Group, SegmentedControl, Stack, Table, Text, Title } from "@mantine/core";
import { IconArrowsShuffle } from "@tabler/icons-react";
import { useDeferredValue, useState } from "react";
import { CopyButton } from "../../components/CopyButton";
import { toast } from "../../lib/ui/toast";
import { applyTheme, useAppliedTheme } from "./appliedTheme";
import { ColorField } from "./ColorField";
import {
  apca,
  contrast,
  defaultTheme,
  formatRatio,
  isHex,
  level,
  minContrast,
  nearestPassing,
  type Pair,
  pairs,
  type ThemeColors,
} from "./colors";
import { storageKeys, useStore, useStored } from "./storedValues";
import { ThemePreview } from "./ThemePreview";
import { cssVariables, mantineTheme, tailwindTheme } from "./themeCode";
import css from "./VibeKit.module.css";

const names = ["background", "foreground", "primary", "accent"] as const;
const title = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

const codes = {
  css: { label: "CSS variables", write: cssVariables },
  tailwind: { label: "Tailwind", write: tailwindTheme },
  mantine: { label: "Mantine", write: mantineTheme },
};
type Format = keyof typeof codes;

const presets: ThemeColors[] = [
  { background: "#fffaf2", foreground: "#3d2314", primary: "#b4441e", accent: "#0f766e" },
  { background: "#0b1220", foreground: "#e6edf7", primary: "#7dd3fc", accent: "#fbbf24" },
  { background: "#f2f7f2", foreground: "#12301c", primary: "#15693b", accent: "#a21caf" },
  { background: "#1b1020", foreground: "#f7e9f3", primary: "#f472b6", accent: "#a3e635" },
  { background: "#ffffff", foreground: "#111827", primary: "#1d4ed8", accent: "#be123c" },
];

/** Tries the colors of a theme on real components. */
export function ThemeTester() {
  const start = useStored(storageKeys.theme, defaultTheme, (_, value) => isHex(value));
  // The typed text; the theme keeps the last valid color.
  const [typed, setTyped] = useState(start);
  const [theme, setTheme] = useState<ThemeColors>(start);
  const [format, setFormat] = useState<Format>("css");
  const applied = useAppliedTheme();
  useStore(storageKeys.theme, theme);
  const shown = useDeferredValue(theme);

  const change = (changes: Partial<ThemeColors>) => {
    setTyped((before) => ({ ...before, ...changes }));
    const valid = Object.fromEntries(Object.entries(changes).filter(([, value]) => isHex(value)));
    setTheme((before) => ({ ...before, ...valid }));
  };
  const apply = () => {
    const before = applied;
    applyTheme(theme);
    toast("Theme applied!", "The whole app has these colors until you leave or reload it.", {
      label: "Undo",
      run: () => applyTheme(before),
    });
  };
  const shuffle = () => {
    const at = presets.findIndex((preset) => names.every((name) => preset[name] === theme[name]));
    change(presets[(at + 1) % presets.length] ?? defaultTheme);
  };
  const low = contrast(theme.background, theme.foreground) < minContrast;
  const code = codes[format].write(shown);
  return (
    <div className={css.tool}>
      <Stack gap={20}>
        <div className={css.colors} data-copied>
          {names.map((name) => (
            <Group key={name} gap={4} align="end" wrap="nowrap">
              <ColorField
                flex={1}
                miw={0}
                label={title(name)}
                value={typed[name]}
                error={isHex(typed[name]) ? undefined : "Enter a color such as #6366f1"}
                onChange={(value) => change({ [name]: value })}
              />
              <CopyButton icon value={theme[name]} label={`Copy the ${name} color`} />
            </Group>
          ))}
        </div>
        <div role="status">
          {low && (
            <Alert variant="default" fw="var(--uv-fw-text)">
              <Group gap={12}>
                <Text inherit flex="1 1 200px">
                  Low contrast detected between background and foreground colors
                </Text>
                <Fix pair={{ text: "foreground", on: "background" }} theme={theme} onChange={change} />
              </Group>
            </Alert>
          )}
        </div>
        <Group gap="sm">
          <Button variant="filled" onClick={apply}>
            Apply theme
          </Button>
          {applied && <Button onClick={() => applyTheme(undefined)}>Back to the app's colors</Button>}
          <Button variant="subtle" onClick={shuffle}>
            <IconArrowsShuffle size={16} />
            Try another theme
          </Button>
        </Group>
        <section aria-label="Code">
          <Group justify="space-between" mb="sm">
            <SegmentedControl
              size="sm"
              aria-label="Format of the code"
              value={format}
              onChange={(value) => setFormat(value as Format)}
              data={Object.entries(codes).map(([value, { label }]) => ({ value, label }))}
            />
            <CopyButton value={code} label="Copy code" done="Theme code copied!" />
          </Group>
          <Code block className={css.code} tabIndex={0} role="region" aria-label={codes[format].label}>
            {code}
          </Code>
        </section>
      </Stack>
      <Stack gap={32} miw={0}>
        <ThemePreview theme={shown} />
        <section aria-labelledby="contrast">
          <Title order={3} id="contrast" mb="sm">
            Contrast
          </Title>
          <div className={css.table}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Colors</Table.Th>
                  <Table.Th>WCAG 2</Table.Th>
                  <Table.Th>APCA</Table.Th>
                  <Table.Th>
                    <span className="sr">Suggestion</span>
                  </Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {pairs.map((pair) => (
                  <ContrastRow key={pair.text + pair.on} pair={pair} theme={shown} onChange={change} />
                ))}
              </Table.Tbody>
            </Table>
          </div>
        </section>
      </Stack>
    </div>
  );
}

function ContrastRow({
  pair,
  theme,
  onChange,
}: {
  pair: Pair;
  theme: ThemeColors;
  onChange: (changes: Partial<ThemeColors>) => void;
}) {
  const [text, on] = [theme[pair.text], theme[pair.on]];
  const ratio = contrast(text, on);
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="sm" wrap="nowrap">
          <span className={css.sample} style={{ color: text, background: on }} aria-hidden="true">
            Aa
          </span>
          {title(pair.text)} on {pair.on}
        </Group>
      </Table.Td>
      <Table.Td>
        <span className="num">{formatRatio(ratio)}</span> {level(ratio)}
      </Table.Td>
      <Table.Td className="num">{`Lc ${Math.round(Math.abs(apca(text, on)))}`}</Table.Td>
      <Table.Td>{ratio < minContrast && <Fix pair={pair} theme={theme} onChange={onChange} />}</Table.Td>
    </Table.Tr>
  );
}

/** Changes a color to the nearest one with enough contrast. */
function Fix({
  pair,
  theme,
  onChange,
}: {
  pair: Pair;
  theme: ThemeColors;
  onChange: (changes: Partial<ThemeColors>) => void;
}) {
  const better = nearestPassing(theme[pair.text], theme[pair.on]);
  return (
    <Button
      size="sm"
      aria-label={`Use ${better} as the ${pair.text} color, which has enough contrast with the ${pair.on}`}
      onClick={() => onChange({ [pair.text]: better })}
    >
      <span className={css.chip} style={{ background: better }} />
      Use {better}
    </Button>
  );
}
