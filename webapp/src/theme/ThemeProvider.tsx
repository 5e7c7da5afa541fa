import "./mantine.css";
import "./components.css";
import { localStorageColorSchemeManager, MantineProvider, useComputedColorScheme } from "@mantine/core";
import { type ReactNode, useEffect } from "react";
import { cssVariablesResolver, theme } from "./theme";

// index.html reads the same key before the first paint.
const colorSchemeManager = localStorageColorSchemeManager({ key: "theme" });

/** Gives Mantine's components the product's theme. The color scheme is dark until the user switches it. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="dark"
      deduplicateCssVariables={false}
    >
      <RootScheme />
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
