import { Skeleton } from "@mantine/core";
import { Loading } from "../../components/States";
import css from "./Submit.module.css";

/** Where the form will be. */
export function SubmitSkeleton() {
  return (
    <Loading>
      <div aria-hidden="true">
        <div style={{ marginTop: 20, maxWidth: 856 }}>
          <Skeleton width="100%" height={74} />
        </div>
        <div className={css.columns}>
          <div className={css.steps}>
            <Skeleton width={120} height={300} />
          </div>
          <div className={css.form}>
            {[1, 2, 3, 4].map((n) => (
              <div key={n}>
                <Skeleton width={96} height={14} style={{ margin: "3px 0 9px" }} />
                <Skeleton width="100%" height="var(--uv-ctl)" />
              </div>
            ))}
          </div>
          <div className={css.preview}>
            <Skeleton width="100%" style={{ aspectRatio: "16 / 10", marginTop: 28 }} />
          </div>
        </div>
      </div>
    </Loading>
  );
}
