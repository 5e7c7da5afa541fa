import { SegmentedControl } from "@mantine/core";
import css from "../Admin.module.css";
import { useAdminSearch } from "../useAdminSearch";
import { Appeals } from "./Appeals";
import { Approvals } from "./Approvals";
import { AuditLog } from "./AuditLog";
import { OpenQueue, ResolvedReports } from "./Queue";

const views = [
  { value: "open", label: "Open" },
  { value: "appeals", label: "Appeals" },
  { value: "resolved", label: "Resolved" },
  { value: "approvals", label: "Waiting posts" },
  { value: "log", label: "Audit log" },
];

/** The reports, open or resolved, the appeals, the posts that wait, and the audit log. */
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
      {show === "open" && <OpenQueue />}
      {show === "appeals" && <Appeals />}
      {show === "resolved" && <ResolvedReports />}
      {show === "approvals" && <Approvals />}
      {show === "log" && <AuditLog />}
    </>
  );
}
