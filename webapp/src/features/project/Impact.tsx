import type { Project } from "../../gen/uvboard/v1/project_pb";
import { metricsOf } from "./metrics";
import css from "./Project.module.css";

// The number of characters that fit into the narrowest column at the large size. If one value is longer, all use the small
// size, so that values in a row look alike.
const widest = 9;

/** The problem, the solution and the metrics of a project. */
export function Impact({ project }: { project: Project }) {
  const impact = project.impact;
  const metrics = metricsOf(impact?.metrics);
  const wide = metrics.some((metric) => !metric.words && metric.value.length > widest);
  if (!impact?.problem && !impact?.solution && metrics.length === 0) return null;
  return (
    <section aria-labelledby="impact">
      <div className="head">
        <h2 id="impact">Impact</h2>
      </div>
      {(impact?.problem || impact?.solution) && (
        <div className={css.pair}>
          {impact.problem && (
            <div>
              <h3>Problem</h3>
              <p>{impact.problem}</p>
            </div>
          )}
          {impact.solution && (
            <div>
              <h3>Solution</h3>
              <p>{impact.solution}</p>
            </div>
          )}
        </div>
      )}
      {metrics.length > 0 && (
        <dl className={css.metrics}>
          {metrics.map((metric) => (
            <div key={metric.name}>
              <dt>{metric.name}</dt>
              <dd className={metric.words || wide ? css.long : undefined}>{metric.value}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
