import type { Project } from "../../gen/uvboard/v1/project_pb";
import { metricsOf } from "./metrics";
import css from "./Project.module.css";

// How many figures of the large size fit into the narrowest column. Where one does not, none has it: numbers that stand
// beside each other are of one size.
const widest = 9;

/** What the project changes: the problem, its solution, and the numbers that show it. */
export function Impact({ project }: { project: Project }) {
  const impact = project.impact;
  const metrics = metricsOf(impact?.metrics);
  const wide = metrics.some((metric) => !metric.words && metric.value.length > widest);
  if (!impact?.problem && !impact?.solution && metrics.length === 0) return null;
  return (
    <section aria-label="Impact">
      {(impact?.problem || impact?.solution) && (
        <div className={css.pair}>
          {impact.problem && (
            <div>
              <h2>Problem</h2>
              <p>{impact.problem}</p>
            </div>
          )}
          {impact.solution && (
            <div>
              <h2>Solution</h2>
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
