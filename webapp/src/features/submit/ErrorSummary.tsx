import type { Ref } from "react";
import { addressLabels, controlId, type Errors, type Field } from "./fields";
import css from "./Submit.module.css";

/** What must change before the project can be saved, each leading to its field. */
export function ErrorSummary({
  ref,
  fields,
  errors,
  publishing,
  onGo,
}: {
  ref: Ref<HTMLDivElement>;
  fields: Field[];
  errors: Errors;
  publishing: boolean;
  onGo: (field: Field) => void;
}) {
  const what = fields.length === 1 ? "1 field needs a change" : `${fields.length} fields need a change`;
  return (
    <div ref={ref} className={css.summary} role="alert" tabIndex={-1}>
      <b>
        {what} before {publishing ? "publishing" : "saving"}
      </b>
      <ul>
        {fields.map((field) => (
          <li key={field}>
            <a
              href={`#${controlId(field)}`}
              onClick={(event) => {
                event.preventDefault();
                onGo(field);
              }}
            >
              {field in addressLabels && `${addressLabels[field as keyof typeof addressLabels]}: `}
              {errors[field]}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
