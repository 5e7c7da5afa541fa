import { Button, Group, Text, VisuallyHidden } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { FormAlert } from "../../components/FormAlert";
import { Section } from "../../components/Section";
import { failureMessage } from "../../lib/server/failure";
import { fetchArchive, formatSize, save } from "./archive";

type Progress = { bytes: number; done?: string };

/** Exports the user's data as a zip. */
export function DataSection({ userId }: { userId: string }) {
  const [progress, setProgress] = useState<Progress>();
  const [failure, setFailure] = useState("");
  const request = useRef<AbortController>(undefined);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => () => request.current?.abort(), []);

  const start = async () => {
    const abort = new AbortController();
    request.current = abort;
    setFailure("");
    setProgress({ bytes: 0 });
    try {
      const archive = await fetchArchive(userId, {
        signal: abort.signal,
        onProgress: (bytes) => setProgress({ bytes }),
      });
      save(archive);
      setProgress({ bytes: archive.blob.size, done: archive.name });
    } catch (thrown) {
      setProgress(undefined);
      if (!abort.signal.aborted) setFailure(failureMessage(thrown, "Failed to export your data"));
    }
  };
  const cancel = () => {
    request.current?.abort();
    button.current?.focus();
  };
  const busy = progress !== undefined && !progress.done;

  return (
    <Section
      title="Your Data"
      text="Download everything we store about you as a zip, with your images and videos at full size. Its README lists the files."
    >
      <FormAlert message={failure} />
      <Group gap="sm">
        <Button ref={button} onClick={busy ? undefined : start} aria-disabled={busy || undefined}>
          <IconDownload size={16} />
          {busy ? "Exporting..." : "Export Your Data"}
        </Button>
        {busy && (
          <Button variant="subtle" onClick={cancel}>
            Cancel
          </Button>
        )}
        {/* Outside of the status, so that screen readers do not announce every change of the number. */}
        {busy && progress.bytes > 0 && (
          <Text c="dimmed" className="num">
            {formatSize(progress.bytes)} so far
          </Text>
        )}
        <Text role="status" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {busy && <VisuallyHidden>Exporting</VisuallyHidden>}
          {progress?.done && (
            <>
              {progress.done} <span className="num">({formatSize(progress.bytes)})</span> is in your downloads.
            </>
          )}
        </Text>
      </Group>
    </Section>
  );
}
