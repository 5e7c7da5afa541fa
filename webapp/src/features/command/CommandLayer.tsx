import { useDisclosure } from "@mantine/hooks";
import { KeySheet } from "./KeySheet";
import { Palette } from "./Palette";
import { useMorph } from "./useMorph";
import { useShortcuts } from "./useShortcuts";

/** The command palette, the keyboard shortcuts with their list, and the transition from a list to a project. */
export function CommandLayer() {
  const [keysOpened, keys] = useDisclosure();
  useShortcuts(keys.open);
  useMorph();
  return (
    <>
      <Palette onKeys={keys.open} />
      <KeySheet opened={keysOpened} onClose={keys.close} />
    </>
  );
}
