import { useLocalStorage } from "@mantine/hooks";

/**
 * Whether single keys are shortcuts in this browser, and a function that turns them off and on. They are by default;
 * speech input and accidental key presses trigger them too.
 */
export function useSingleKeys() {
  const [setting, store, remove] = useLocalStorage<string>({
    key: "uvboard.shortcuts",
    getInitialValueInEffect: false,
  });
  return { on: setting !== "off", turn: (on: boolean) => (on ? remove() : store("off")) };
}
