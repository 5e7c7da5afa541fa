import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { FormAlert } from "../../components/FormAlert";
import { failureMessage } from "../../lib/failure";
import { fetchArchive, save, size } from "./archive";
import { Section } from "./Section";
import css from "./Settings.module.css";

type Progress = { bytes: number; done?: string };

/** Takes everything along that the board keeps of the member. */
export function DataSection({ userId }: { userId: string }) {
  const [progress, setProgress] = useState<Progress>();
  const [fault, setFault] = useState("");
  const under = useRef<AbortController>(undefined);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => () => under.current?.abort(), []);

  const start = async () => {
    const abort = new AbortController();
    under.current = abort;
    setFault("");
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
      if (!abort.signal.aborted) setFault(failureMessage(thrown, "Failed to export your data"));
    }
  };
  const cancel = () => {
    under.current?.abort();
    button.current?.focus();
  };
  const busy = progress !== undefined && !progress.done;

  return (
    <Section
      title="Your Data"
      text="Download everything we store about you as a zip: profile, projects, drafts, votes, sessions, and your images and videos at full size."
    >
      <FormAlert message={fault} />
      <div className={css.export}>
        <Button ref={button} onClick={busy ? undefined : start} aria-disabled={busy || undefined}>
          <IconDownload size={16} />
          {busy ? "Exporting..." : "Export Your Data"}
        </Button>
        {busy && (
          <Button variant="subtle" onClick={cancel}>
            Cancel
          </Button>
        )}
        {/* Without its own region every change of the number would be read out. */}
        {busy && progress.bytes > 0 && <span className="num quiet">{size(progress.bytes)} so far</span>}
        <span role="status" className={css.saved}>
          {busy && <span className="sr">Exporting</span>}
          {progress?.done && (
            <>
              {progress.done} <span className="num">({size(progress.bytes)})</span> is in your downloads.
            </>
          )}
        </span>
      </div>
    </Section>
  );
}
