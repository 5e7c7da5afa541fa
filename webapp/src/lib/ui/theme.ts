import { useComputedColorScheme, useMantineColorScheme } from "@mantine/core";

export type Theme = "dark" | "light";

/** The current theme and a function that switches to the other one. */
export function useTheme(): { theme: Theme; toggleTheme: () => void } {
  const theme = useComputedColorScheme("dark");
  const { toggleColorScheme } = useMantineColorScheme();
  return { theme, toggleTheme: toggleColorScheme };
}
