import { Button } from "@mantine/core";
import { plural } from "../../lib/text";
import { relativeTime } from "../../lib/time";
import { toast } from "../../lib/toast";
import css from "./Submit.module.css";

/** Says that the form holds what an earlier visit left in it, and offers to begin again. */
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
    <div className={`notice ${css.restored}`} role="status">
      <p>
        <b>Restored your draft</b> · {relativeTime(new Date(at), Date.now(), "long")}.
        {outdated && " The project has been changed since."}
        {gone > 0 && ` ${plural(gone, "upload")} had been removed in the meantime; please add them again.`}
      </p>
      <span className="btnrow">
        <Button
          size="sm"
          onClick={() => {
            const undo = onDiscard();
            toast("Draft Discarded", undefined, { label: "Undo", run: undo });
          }}
        >
          Discard
        </Button>
      </span>
    </div>
  );
}
