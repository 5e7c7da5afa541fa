import { SubmitMode } from "../../gen/uvboard/v1/project_input_pb";
import { type Field, isFilled, steps } from "./fields";
import css from "./Submit.module.css";
import { useCurrentStep } from "./useCurrentStep";
import type { ProjectForm } from "./useProjectForm";

/** How many of the fields have a valid value. */
export const filledCount = (form: ProjectForm, fields: Field[]): number =>
  fields.filter((field) => isFilled(form.draft, field) && form.isValid(field)).length;

/** The steps of the form, with the progress of each. A step of the complete form switches to it. */
export function StepNav({ form, onGo }: { form: ProjectForm; onGo: (field: Field) => void }) {
  const complete = form.mode === SubmitMode.COMPLETE;
  const current = useCurrentStep();
  return (
    <nav className={css.steps} aria-label="Steps">
      <ol>
        {steps.map(({ id, name, quick, fields }, i) => {
          const on = complete || quick;
          const filled = filledCount(form, fields);
          return (
            <li key={id}>
              <a
                href={`#step-${id}`}
                style={{ color: on ? undefined : "var(--uv-text-3)" }}
                aria-current={on && id === current ? "step" : undefined}
                onClick={(event) => {
                  event.preventDefault();
                  if (fields[0]) onGo(fields[0]);
                }}
              >
                <span className={css.number}>{i + 1}</span>
                <span>
                  <b>{name}</b>
                  <small>{on ? `${filled} of ${fields.length}` : "Complete Submit"}</small>
                  <i aria-hidden="true">
                    {fields.map((field, tick) => (
                      <u key={field} className={on && tick < filled ? css.lit : undefined} />
                    ))}
                  </i>
                </span>
              </a>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
