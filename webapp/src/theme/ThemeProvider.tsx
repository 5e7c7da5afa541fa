import "./mantine.css";
import "./components.css";
import { localStorageColorSchemeManager, MantineProvider, useComputedColorScheme } from "@mantine/core";
import { type ReactNode, useEffect } from "react";
import { ColorTheme } from "../gen/uvboard/v1/board_pb";
import { useBoard } from "../lib/board/board";
import { cssVariablesResolver, theme } from "./theme";

// index.html reads the same key before the first paint.
const colorSchemeManager = localStorageColorSchemeManager({ key: "theme" });

const schemes = {
  [ColorTheme.UNSPECIFIED]: "dark",
  [ColorTheme.DARK]: "dark",
  [ColorTheme.LIGHT]: "light",
  [ColorTheme.SYSTEM]: "auto",
} as const;

/** Gives Mantine's components the product's theme. The color scheme is the board's until the user switches it. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const { defaultTheme } = useBoard();
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme={schemes[defaultTheme]}
      deduplicateCssVariables={false}
    >
      <RootScheme />
      <Accent />
      {children}
    </MantineProvider>
  );
}

/** Keeps the class of the root element and the color of the browser's toolbar equal to the theme. */
function RootScheme() {
  const scheme = useComputedColorScheme("dark");
  useEffect(() => {
    document.documentElement.classList.remove("dark", "light");
    document.documentElement.classList.add(scheme);
    const color = getComputedStyle(document.body).backgroundColor;
    document.querySelector('meta[name="theme-color"]')?.setAttribute("content", color);
  }, [scheme]);
  return null;
}

/** Applies a changed accent. The server writes the accent into the page, and tokens.css derives the colors of both themes from it. */
function Accent() {
  const { accent } = useBoard();
  useEffect(() => {
    const root = document.documentElement;
    root.toggleAttribute("data-accent", accent !== "");
    if (accent) root.style.setProperty("--uv-accent", accent);
    else root.style.removeProperty("--uv-accent");
  }, [accent]);
  return null;
}
