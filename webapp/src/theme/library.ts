import { type CSSVariablesResolver, createTheme, type MantineColorsTuple, virtualColor } from "@mantine/core";

// Ten steps each; the dark scheme speaks step 3 and the light one step 7, which are the inks of tokens.css.
const lamp: MantineColorsTuple = [
  "#f1edff",
  "#dcd3ff",
  "#c4b5ff",
  "#ab96ff",
  "#9279f5",
  "#7a5ce8",
  "#6a46dd",
  "#5a32d1",
  "#4726a8",
  "#2a1f52",
];
const quench: MantineColorsTuple = [
  "#fdf0ee",
  "#fbe5e1",
  "#ffb9ad",
  "#ff8a78",
  "#f16b56",
  "#dd4e3a",
  "#c93829",
  "#b3261a",
  "#861a12",
  "#36161d",
];
const react: MantineColorsTuple = [
  "#fbffd6",
  "#f6ffad",
  "#f0ff75",
  "#e8ff3b",
  "#e6ff2e",
  "#e5ff26",
  "#e4ff20",
  "#e3ff1a",
  "#b6cc14",
  "#88990f",
];
const paper: MantineColorsTuple = [
  "#ffffff",
  "#fbfafd",
  "#f4f3f8",
  "#f1eefa",
  "#eae7f1",
  "#e6ddff",
  "#d9d4e3",
  "#d6caff",
  "#b3aac4",
  "#82769a",
];
const night: MantineColorsTuple = [
  "#675d7c",
  "#554b69",
  "#4b3e67",
  "#3b1f96",
  "#2d2342",
  "#211834",
  "#1e1530",
  "#1a1128",
  "#110b1c",
  "#0c0715",
];
const dark: MantineColorsTuple = [
  "#f1eefa",
  "#b9b0cb",
  "#998eb1",
  "#7a6b9e",
  "#4b3e67",
  "#2d2342",
  "#211834",
  "#110b1c",
  "#0c0715",
  "#06030b",
];
const gray: MantineColorsTuple = [
  "#fbfafd",
  "#f4f3f8",
  "#eae7f1",
  "#d9d4e3",
  "#b3aac4",
  "#82769a",
  "#675d7c",
  "#554b69",
  "#3a2f4e",
  "#1a1128",
];

export const theme = createTheme({
  colors: {
    lamp,
    quench,
    react,
    paper,
    night,
    dark,
    gray,
    ink: virtualColor({ name: "ink", dark: "paper", light: "night" }),
    lit: virtualColor({ name: "lit", dark: "react", light: "night" }),
  },
  primaryColor: "lamp",
  primaryShade: { dark: 3, light: 7 },
  autoContrast: true,
  fontFamily: "var(--uv-font)",
  fontFamilyMonospace: "var(--uv-mono)",
  fontSizes: { xs: "12px", sm: "13px", md: "15px", lg: "17px", xl: "20px" },
  lineHeights: { xs: "16px", sm: "20px", md: "24px", lg: "24px", xl: "28px" },
  spacing: { xs: "4px", sm: "8px", md: "16px", lg: "24px", xl: "32px" },
  radius: { xs: "2px", sm: "2px", md: "3px", lg: "4px", xl: "4px" },
  defaultRadius: "md",
  focusRing: "auto",
  cursorType: "pointer",
  respectReducedMotion: true,
  // Plain objects rather than Component.extend: that would load every one of them with the theme.
  components: {
    Button: { defaultProps: { variant: "default" } },
    InputWrapper: { defaultProps: { inputWrapperOrder: ["label", "input", "description", "error"] } },
    Paper: { defaultProps: { withBorder: true, shadow: "none" } },
    Modal: { defaultProps: { centered: true, shadow: "none", transitionProps: { duration: 180 } } },
    Menu: { defaultProps: { shadow: "none", transitionProps: { duration: 90 } } },
    Tooltip: { defaultProps: { openDelay: 700, color: "ink" } },
    SegmentedControl: { defaultProps: { color: "ink", transitionDuration: 90 } },
    Switch: { defaultProps: { color: "ink", withThumbIndicator: false } },
    Checkbox: { defaultProps: { color: "ink" } },
  },
});

// The library's neutrals are our tokens, which follow the scheme by themselves. It sets its own per scheme, so ours are said
// for each.
const neutrals = {
  "--mantine-color-body": "var(--uv-ground)",
  "--mantine-color-text": "var(--uv-text)",
  "--mantine-color-bright": "var(--uv-text)",
  "--mantine-color-dimmed": "var(--uv-text-2)",
  "--mantine-color-placeholder": "var(--uv-text-3)",
  "--mantine-color-anchor": "var(--uv-lamp)",
  "--mantine-color-error": "var(--uv-quench)",
  "--mantine-color-default": "transparent",
  "--mantine-color-default-hover": "var(--uv-hover)",
  "--mantine-color-default-color": "var(--uv-text)",
  "--mantine-color-default-border": "var(--uv-control)",
  "--mantine-color-disabled": "transparent",
  "--mantine-color-disabled-color": "var(--uv-text-3)",
  "--mantine-color-disabled-border": "var(--uv-line-strong)",
};
export const resolver: CSSVariablesResolver = () => ({ variables: {}, dark: neutrals, light: neutrals });
