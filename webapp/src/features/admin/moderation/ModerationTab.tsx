import { SegmentedControl } from "@mantine/core";
import css from "../Admin.module.css";
import { useAdminSearch } from "../useAdminSearch";
import { AuditLog } from "./AuditLog";
import { Queue } from "./Queue";

const views = [
  { value: "open", label: "Open" },
  { value: "resolved", label: "Resolved" },
  { value: "log", label: "Audit log" },
];

/** The reports, open or resolved, and the audit log. */
export function ModerationTab() {
  const { search, change } = useAdminSearch();
  const show = views.some(({ value }) => value === search.show) ? (search.show ?? "") : "open";
  return (
    <>
      <div className={css.bar}>
        <SegmentedControl
          aria-label="View"
          value={show}
          data={views}
          onChange={(next) => change({ show: next === "open" ? undefined : next, q: undefined })}
        />
      </div>
      {show === "log" ? <AuditLog /> : <Queue key={show} resolved={show === "resolved"} />}
    </>
  );
}
