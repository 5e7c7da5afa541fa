import { Stack } from "@mantine/core";
import type { ComponentProps, ReactNode } from "react";
import { FormAlert } from "./FormAlert";

/** The element of a form from useProtoForm, with its alert above the fields. */
export function ProtoForm({
  form,
  id,
  label,
  children,
}: {
  form: { props: ComponentProps<"form">; alert: ComponentProps<typeof FormAlert> };
  id?: string;
  label: string;
  children: ReactNode;
}) {
  return (
    <form {...form.props} id={id} aria-label={label}>
      <Stack gap={20}>
        <FormAlert {...form.alert} />
        {children}
      </Stack>
    </form>
  );
}
