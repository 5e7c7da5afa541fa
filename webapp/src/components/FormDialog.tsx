import { Button, Text } from "@mantine/core";
import { type ComponentProps, type ReactNode, useId } from "react";
import { Dialog, type DialogProps } from "./Dialog";
import { ProtoForm } from "./ProtoForm";

/** A dialog with a form from useProtoForm. It stays open while the form is being submitted. */
export function FormDialog({
  form,
  label,
  text,
  submit,
  submitting,
  color,
  disabled,
  onClose,
  children,
  ...dialog
}: DialogProps &
  Omit<ComponentProps<typeof ProtoForm>, "id" | "form"> & {
    form: ComponentProps<typeof ProtoForm>["form"] & { busy: boolean };
    title: string;
    /** The effect of submitting the form. */
    text?: ReactNode;
    submit: string;
    submitting: string;
    color?: string;
    wide?: boolean | "full";
    /** Nothing can be submitted yet. */
    disabled?: boolean;
  }) {
  const id = useId();
  const close = () => {
    if (!form.busy) onClose();
  };
  return (
    <Dialog
      {...dialog}
      alert
      onClose={close}
      actions={
        <>
          <Button variant="subtle" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" form={id} variant="filled" color={color} disabled={disabled} loading={form.busy}>
            {form.busy ? submitting : submit}
          </Button>
        </>
      }
    >
      {text && <Text c="dimmed">{text}</Text>}
      <ProtoForm form={form} id={id} label={label}>
        {children}
      </ProtoForm>
    </Dialog>
  );
}
