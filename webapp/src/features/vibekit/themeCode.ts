import { isLight, mostReadable, shades, type ThemeColors } from "./colors";

/** The theme as custom properties. */
export const cssVariables = (theme: ThemeColors): string => `:root {
  color-scheme: ${isLight(theme.background) ? "light" : "dark"};
${entries(theme, "--color-")}
}
`;

/** The theme for Tailwind CSS 4, whose utilities are then bg-background, text-foreground, bg-primary and so on. */
export const tailwindTheme = (theme: ThemeColors): string => `@import "tailwindcss";

@theme {
${entries(theme, "--color-")}
}
`;

const entries = (theme: ThemeColors, prefix: string): string =>
  Object.entries(theme)
    .map(([name, color]) => `  ${prefix}${name}: ${color};`)
    .join("\n");

/** The theme for Mantine, with ten shades of each color. */
export function mantineTheme(theme: ThemeColors): string {
  const primary = shades(theme.primary);
  const accent = shades(theme.accent);
  const list = (tuple: string[]) => tuple.map((shade) => JSON.stringify(shade)).join(", ");
  return `import { type CSSVariablesResolver, createTheme } from "@mantine/core";

export const theme = createTheme({
  primaryColor: "primary",
  primaryShade: ${primary.index},
  autoContrast: true,
  colors: {
    primary: [${list(primary.tuple)}],
    accent: [${list(accent.tuple)}],
  },
});

const variables = {
  "--mantine-color-body": ${JSON.stringify(theme.background)},
  "--mantine-color-text": ${JSON.stringify(theme.foreground)},
};

export const cssVariablesResolver: CSSVariablesResolver = () => ({ variables: {}, light: variables, dark: variables });
`;
}

/** The app's own tokens for the colors of a theme. */
export function tokensOf({ background, foreground, primary, accent }: ThemeColors): Record<`--uv-${string}`, string> {
  const mixed = (color: string, share: number, into = background) => `color-mix(in oklab, ${color} ${share}%, ${into})`;
  const readable = (color: string) => mostReadable(color, [background, foreground, "#ffffff", "#000000"]);
  return {
    "--uv-ground": background,
    "--uv-raised": mixed(foreground, 3),
    "--uv-sunken": mixed(foreground, 6),
    "--uv-hover": mixed(primary, 12),
    "--uv-field": background,
    "--uv-skeleton": mixed(foreground, 12),
    "--uv-line": mixed(foreground, 16),
    "--uv-line-strong": mixed(foreground, 32),
    "--uv-control": mixed(foreground, 52),
    "--uv-text": foreground,
    "--uv-text-2": mixed(foreground, 78),
    "--uv-text-3": mixed(foreground, 68),
    "--uv-lamp": primary,
    "--uv-lamp-soft": mixed(primary, 18),
    "--uv-solid": primary,
    "--uv-on-solid": readable(primary),
    "--uv-solid-hover": mixed(foreground, 20, primary),
    "--uv-react": accent,
    "--uv-on-react": readable(accent),
    "--uv-react-edge": accent,
    "--uv-lit-bg": accent,
    "--uv-lit-fg": readable(accent),
  };
}
