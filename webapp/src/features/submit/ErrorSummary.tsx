import { Alert, Anchor, Stack } from "@mantine/core";
import type { Ref } from "react";
import { plural } from "../../lib/text/text";
import { addressLabels, controlId, type Errors, type Field } from "./fields";

/** The errors that must be fixed before the project can be saved, each with a link to its field. */
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
  return (
    <Alert ref={ref} variant="outline" tabIndex={-1}>
      <b>
        Fix {plural(fields.length, "field")} to {publishing ? "publish" : "save"}
      </b>
      <Stack component="ul" gap={4} mt={4}>
        {fields.map((field) => (
          <li key={field}>
            <Anchor
              href={`#${controlId(field)}`}
              inherit
              fw="var(--uv-fw-text)"
              c="var(--uv-text)"
              onClick={(event) => {
                event.preventDefault();
                onGo(field);
              }}
            >
              {field in addressLabels && `${addressLabels[field as keyof typeof addressLabels]}: `}
              {errors[field]}
            </Anchor>
          </li>
        ))}
      </Stack>
    </Alert>
  );
}
