import { Block, Loading } from "../../components/States";
import css from "./Submit.module.css";

/** Where the form will be. */
export function SubmitSkeleton() {
  return (
    <Loading>
      <div aria-hidden="true">
        <div style={{ marginTop: 20, maxWidth: 856 }}>
          <Block width="100%" height={74} />
        </div>
        <div className={css.columns}>
          <div className={css.steps}>
            <Block width={120} height={300} />
          </div>
          <div className={css.form}>
            {[0, 120, 240, 360].map((delay) => (
              <div key={delay}>
                <Block width={96} height={14} delay={delay} style={{ margin: "3px 0 9px" }} />
                <Block width="100%" height="var(--uv-ctl)" delay={delay} />
              </div>
            ))}
          </div>
          <div className={css.preview}>
            <Block width="100%" style={{ aspectRatio: "16 / 10", marginTop: 28 }} />
          </div>
        </div>
      </div>
    </Loading>
  );
}
