import { Alert, Button, Group, Text } from "@mantine/core";
import { plural } from "../../lib/text/text";
import { relativeTime } from "../../lib/text/time";
import { toast } from "../../lib/ui/toast";

/** Says that the form contains the saved draft of an earlier visit, and offers to discard it. */
export function RestoredNotice({
  at,
  outdated,
  gone,
  onDiscard,
}: {
  at: number;
  outdated: boolean;
  gone: number;
  onDiscard: () => () => void;
}) {
  return (
    <Alert role="status" variant="default" fw="var(--uv-fw-text)" maw={856} mt={20}>
      <Group gap={12}>
        <Text inherit flex="1 1 160px">
          <b>Restored your draft</b> · {relativeTime(new Date(at), Date.now(), "long")}.
          {outdated && " The project has been changed since."}
          {gone > 0 && ` ${plural(gone, "upload")} had been removed in the meantime; please add them again.`}
        </Text>
        <Button
          size="sm"
          onClick={() => {
            const undo = onDiscard();
            toast("Draft Discarded", undefined, { label: "Undo", run: undo });
          }}
        >
          Discard
        </Button>
      </Group>
    </Alert>
  );
}
