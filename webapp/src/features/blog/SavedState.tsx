import { Button, Group } from "@mantine/core";
import type { useKeepText } from "../../lib/form/useSavedText";

/** Says whether what the user typed is safe: this browser keeps it until the server has it. */
export function SavedState({ kept, saving }: { kept: ReturnType<typeof useKeepText>; saving: boolean }) {
  const { changed, refused, retry } = kept;
  return (
    <Group gap="sm" mr="auto" c="dimmed" fz="sm" role="status">
      {saving && "Saving…"}
      {!saving && changed && !refused && "Saved in this browser"}
      {!saving && refused && (
        <>
          Not saved: this browser has no room for it.
          <Button size="sm" variant="subtle" onClick={retry}>
            Try again
          </Button>
        </>
      )}
    </Group>
  );
}
