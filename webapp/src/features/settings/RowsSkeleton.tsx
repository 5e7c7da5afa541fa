import { Block, Loading } from "../../components/States";
import css from "./Settings.module.css";

/** Where a list will be. */
export function RowsSkeleton() {
  return (
    <Loading className={css.rows}>
      {[0, 120].map((delay) => (
        <div key={delay} className={css.row} aria-hidden="true">
          <Block width={18} height={18} delay={delay} />
          <div className={css.words}>
            <Block width="min(160px, 70%)" height={14} delay={delay} style={{ margin: "5px 0" }} />
            <Block width="min(240px, 90%)" height={12} delay={delay} style={{ margin: "4px 0" }} />
          </div>
        </div>
      ))}
    </Loading>
  );
}
