import "./library.css";
import "./library-overrides.css";
import { MantineProvider } from "@mantine/core";
import { Outlet } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Connected } from "../lib/Connected";
import { useTheme } from "../lib/theme";
import { resolver, theme } from "./library";

/** Whatever uses the component library stands in here. */
export function Library({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolver}
      forceColorScheme={useTheme()}
      deduplicateCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  );
}

/** The screens with forms: they use the component library, and make their calls by connect-query itself. */
export function LibraryOutlet() {
  return (
    <Connected>
      <Library>
        <Outlet />
      </Library>
    </Connected>
  );
}
