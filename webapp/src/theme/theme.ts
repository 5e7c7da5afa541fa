import {
  type CSSVariablesResolver,
  colorsTuple,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from "@mantine/core";

// Colors come from tokens.css, where each follows the color scheme. Mantine's own dark and gray shades map to the neutrals.
const dark = tokens(
  "text",
  "text-2",
  "text-3",
  "control",
  "line-strong",
  "line",
  "raised",
  "ground",
  "sunken",
  "sunken",
);
const gray = tokens("hover", "hover", "sunken", "line", "line-strong", "control", "text-3", "text-2", "text", "text");

function tokens(...names: string[]): MantineColorsTuple {
  return names.map((name) => `var(--uv-${name})`) as unknown as MantineColorsTuple;
}

// Text on a filled color has the color of the page.
const variantColorResolver: VariantColorsResolver = (input) => ({
  ...defaultVariantColorsResolver(input),
  ...(input.variant === "filled" && { color: "var(--uv-on-solid)" }),
});

const rise = {
  in: { opacity: 1, transform: "none" },
  out: { opacity: 0, transform: "translateY(8px)" },
  transitionProperty: "opacity, transform",
};

// Plain objects instead of Component.extend: extend would load every component with the theme.
export const theme = createTheme({
  colors: {
    lamp: colorsTuple("var(--uv-lamp)"),
    quench: colorsTuple("var(--uv-quench)"),
    react: colorsTuple("var(--uv-react)"),
    ink: colorsTuple("var(--uv-solid)"),
    dark,
    gray,
  },
  primaryColor: "lamp",
  variantColorResolver,
  fontFamily: "var(--uv-font)",
  fontFamilyMonospace: "var(--uv-mono)",
  fontSizes: sizes("fs"),
  lineHeights: sizes("lh"),
  fontWeights: { regular: "var(--uv-fw-text)", medium: "560", bold: "var(--uv-fw-strong)" },
  headings: {
    fontFamily: "var(--uv-font)",
    sizes: {
      h1: { fontSize: "var(--uv-fs-3xl)", lineHeight: "var(--uv-lh-3xl)", fontWeight: "700" },
      h2: { fontSize: "var(--uv-fs-xl)", lineHeight: "var(--uv-lh-xl)", fontWeight: "var(--uv-fw-head)" },
      h3: { fontSize: "var(--uv-fs-lg)", lineHeight: "var(--uv-lh-lg)", fontWeight: "var(--uv-fw-head)" },
      h4: { fontSize: "var(--uv-fs-md)", lineHeight: "var(--uv-lh-md)", fontWeight: "var(--uv-fw-head)" },
    },
  },
  spacing: {
    xs: "var(--uv-s1)",
    sm: "var(--uv-s2)",
    md: "var(--uv-s4)",
    lg: "var(--uv-s5)",
    xl: "var(--uv-s6)",
  },
  radius: {
    xs: "var(--uv-r-sm)",
    sm: "var(--uv-r-sm)",
    md: "var(--uv-r-md)",
    lg: "var(--uv-r-lg)",
    xl: "var(--uv-r-lg)",
  },
  breakpoints: { xs: "375px", sm: "768px", md: "1024px", lg: "1120px", xl: "1440px" },
  defaultRadius: "md",
  focusRing: "auto",
  activeClassName: "",
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    ActionIcon: {
      defaultProps: { variant: "subtle", color: "ink", size: "md" },
    },
    Alert: {
      defaultProps: { variant: "outline", color: "quench" },
    },
    Anchor: { defaultProps: { inherit: true, underline: "always" } },
    Badge: { defaultProps: { variant: "outline", color: "ink", radius: "sm" } },
    Button: {
      defaultProps: { variant: "default", color: "ink", size: "md", loaderProps: { size: 14, color: "currentColor" } },
    },
    Checkbox: {
      defaultProps: { color: "ink", iconColor: "var(--uv-on-solid)" },
    },
    Combobox: { defaultProps: { shadow: "none" } },
    Divider: { defaultProps: { color: "var(--uv-line)" } },
    Drawer: {
      defaultProps: { size: 280, transitionProps: { duration: 180 } },
    },
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ["label", "input", "description", "error"] },
    },
    Menu: {
      defaultProps: { shadow: "none", transitionProps: { duration: 90 } },
    },
    Modal: {
      defaultProps: {
        centered: true,
        padding: "lg",
        radius: "lg",
        shadow: "none",
        withCloseButton: false,
        transitionProps: { duration: 180, transition: rise },
        // A <header> in a dialog would count as a second banner of the page.
        attributes: { header: { role: "presentation" } },
      },
    },
    Notification: {
      defaultProps: { closeButtonProps: { "aria-label": "Dismiss" } },
    },
    PasswordInput: {
      defaultProps: {
        visibilityToggleFocusable: true,
        visibilityToggleButtonProps: { "aria-label": "Show password" },
        autoCapitalize: "none",
        spellCheck: false,
      },
    },
    RadioIndicator: {
      defaultProps: { color: "ink", iconColor: "var(--uv-on-solid)" },
    },
    SegmentedControl: {
      defaultProps: { color: "ink", transitionDuration: 90 },
    },
    // A span may also stand in a paragraph or a heading.
    Skeleton: { defaultProps: { component: "span", radius: "sm" } },
    Switch: {
      defaultProps: { color: "ink", size: "sm", radius: "md", withThumbIndicator: false },
    },
    Tabs: { defaultProps: { color: "ink" } },
    Tooltip: {
      defaultProps: {
        color: "ink",
        openDelay: 700,
        offset: 8,
        multiline: true,
        events: { hover: true, focus: true, touch: false },
      },
    },
  },
});

function sizes(kind: "fs" | "lh") {
  const size = (name: string) => `var(--uv-${kind}-${name})`;
  return { xs: size("xs"), sm: size("sm"), md: size("md"), lg: size("lg"), xl: size("xl") };
}

// Mantine sets these for each scheme, so both schemes point to the tokens.
const variables = {
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
  "--mantine-color-ink-filled-hover": "var(--uv-solid-hover)",
  "--mantine-color-ink-light": "var(--uv-hover)",
  "--mantine-color-ink-light-hover": "var(--uv-hover)",
  "--mantine-color-ink-light-color": "var(--uv-text-2)",
  "--mantine-color-lamp-light": "var(--uv-lamp-soft)",
  "--mantine-color-lamp-light-hover": "var(--uv-lamp-soft)",
  "--mantine-color-quench-light": "var(--uv-quench-soft)",
  "--mantine-color-quench-light-hover": "var(--uv-quench-soft)",
  "--mantine-color-quench-outline-hover": "var(--uv-quench-soft)",
};

export const cssVariablesResolver: CSSVariablesResolver = () => ({ variables: {}, dark: variables, light: variables });
