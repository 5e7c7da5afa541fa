import { Group, TextInput } from "@mantine/core";
import { BuildCode } from "../../gen/uvboard/v1/project_pb";
import { codeLabels } from "../../lib/text/choices";
import { afterMouseUp } from "../../lib/ui/afterMouseUp";
import { Toggles } from "./ChoiceFields";
import { FieldGroup } from "./FormField";
import type { ProjectForm } from "./useProjectForm";

const codes = [BuildCode.PEOPLE, BuildCode.MIXED, BuildCode.MOSTLY_AI, BuildCode.AI];

/** Who wrote the code. A second press takes the answer back. */
export function CodeField({ form }: { form: ProjectForm }) {
  return (
    <FieldGroup form={form} name="code" label="Who wrote the code?">
      <Toggles
        values={codes}
        labels={codeLabels}
        chosen={[form.draft.code]}
        onToggle={(code) => form.change("code", form.draft.code === code ? BuildCode.UNSPECIFIED : code)}
      />
    </FieldGroup>
  );
}

/** A whole number: usual ones to press, or any other to type. */
export function NumberField({
  form,
  name,
  label,
  unit,
  values,
}: {
  form: ProjectForm;
  name: "hours" | "cost";
  label: string;
  unit: (n: number) => string;
  values: number[];
}) {
  const value = form.draft[name];
  const labels = Object.fromEntries(values.map((n) => [String(n), unit(n)]));
  return (
    <FieldGroup form={form} name={name} label={label}>
      <Group gap={8}>
        <Toggles
          values={values.map(String)}
          labels={labels}
          chosen={[value]}
          onToggle={(n) => form.change(name, value === n ? "" : n)}
        >
          <TextInput
            size="sm"
            w={120}
            aria-label={`${label}: another number`}
            placeholder="Other"
            inputMode="numeric"
            autoComplete="off"
            value={value in labels ? "" : value}
            onChange={(event) => form.change(name, event.currentTarget.value)}
            onBlur={() => afterMouseUp(() => form.touch(name))}
          />
        </Toggles>
      </Group>
    </FieldGroup>
  );
}
