import { Skeleton } from "@mantine/core";
import { Loading } from "../../components/States";
import css from "./Settings.module.css";

/** Where a list will be. */
export function RowsSkeleton() {
  return (
    <Loading className={css.rows}>
      {[1, 2].map((n) => (
        <div key={n} className={css.row} aria-hidden="true">
          <Skeleton width={18} height={18} />
          <div className={css.words}>
            <Skeleton width="min(160px, 70%)" height={14} style={{ margin: "5px 0" }} />
            <Skeleton width="min(240px, 90%)" height={12} style={{ margin: "4px 0" }} />
          </div>
        </div>
      ))}
    </Loading>
  );
}
