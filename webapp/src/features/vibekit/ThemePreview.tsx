import {
  Anchor,
  Badge,
  Button,
  Group,
  MantineProvider,
  Paper,
  Progress,
  Stack,
  Switch,
  Text,
  TextInput,
  Title,
} from "@mantine/core";
import type { CSSProperties } from "react";
import { theme as appTheme, cssVariablesResolver } from "../../theme/theme";
import { isLight, type ThemeColors } from "./colors";
import { tokensOf } from "./themeCode";
import css from "./VibeKit.module.css";

/** Real components in the colors of a theme, which apply only inside the preview. */
export function ThemePreview({ theme }: { theme: ThemeColors }) {
  const scheme = isLight(theme.background) ? "light" : "dark";
  return (
    <section
      aria-label="Preview"
      className={`${css.preview} vibekit-preview`}
      data-mantine-color-scheme={scheme}
      style={{ ...tokensOf(theme), colorScheme: scheme } as CSSProperties}
    >
      <MantineProvider
        theme={appTheme}
        cssVariablesResolver={cssVariablesResolver}
        cssVariablesSelector=".vibekit-preview"
        getRootElement={() => undefined}
        forceColorScheme={scheme}
        deduplicateCssVariables={false}
        withGlobalClasses={false}
      >
        <Stack gap="md">
          <Group gap="sm">
            <Badge color="react" variant="filled" className={css.accent}>
              New
            </Badge>
            <Badge>Draft</Badge>
          </Group>
          <Title order={3} size="h2">
            A page in these colors
          </Title>
          <Text>
            Body text stands on the background. It has a <Anchor href="#contrast">link</Anchor>, and{" "}
            <Text span c="dimmed">
              quieter words
            </Text>{" "}
            beside it.
          </Text>
          <Paper withBorder p="md">
            <Text fw={600}>A card</Text>
            <Text size="sm" c="dimmed" mb="sm">
              With a shade of its own.
            </Text>
            <Progress value={64} color="lamp" aria-label="Example of progress" />
          </Paper>
          <TextInput label="Email" placeholder="you@example.com" />
          <Switch label="Send me news" defaultChecked />
          <Group gap="sm">
            <Button variant="filled">Primary</Button>
            <Button>Secondary</Button>
          </Group>
        </Stack>
      </MantineProvider>
    </section>
  );
}
