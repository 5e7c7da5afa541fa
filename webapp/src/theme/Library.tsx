import "./library.css";
import "./library-overrides.css";
import { MantineProvider } from "@mantine/core";
import { Outlet } from "@tanstack/react-router";
import type { ReactNode } from "react";
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

/** The screens with forms, which use the component library. */
export function LibraryOutlet() {
  return (
    <Library>
      <Outlet />
    </Library>
  );
}
