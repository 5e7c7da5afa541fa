import { create, type DescMessage, type MessageInitShape } from "@bufbuild/protobuf";
import { useForm } from "@mantine/form";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { type Failure, readFailure } from "../server/failure";
import { toastError } from "../ui/toast";
import { useStrayFiles } from "../upload/useStrayFiles";
import { byFormField, type FieldErrors } from "./formErrors";
import { showFirstError } from "./showError";
import { loadRules, useRules } from "./useRules";

/** Marks a required field of Mantine's for the eye, behind its label, and for screen readers. */
export const required = { "aria-required": true, labelProps: { "data-required": true } } as const;

/** Reports a failure as a toast. If the session has ended, the alert links to the login. */
export function toastFailure({ message, unauthenticated }: Failure): boolean {
  if (!unauthenticated) toastError("Error", message);
  return !unauthenticated;
}

const noAlert = { message: "", ended: false };

/**
 * Mantine's form, validated by the rules of a proto message.
 *
 * Nothing is reported before the first attempt to submit. After a failed attempt the first invalid field has the focus and
 * is in view with its message, and each invalid field is checked again as it changes. Errors that the server reports for fields appear at the fields;
 * everything else goes to `report`, else becomes `alert`. Values are kept until `reset`.
 */
export function useProtoForm<V extends Record<string, unknown>, Desc extends DescMessage>({
  initialValues,
  schema,
  toMessage,
  check,
  submit,
  report,
  fallback,
}: {
  initialValues: V;
  schema: Desc;
  toMessage: (values: V) => MessageInitShape<Desc>;
  /** Rules that the message cannot express, such as a repeated password. */
  check?: (values: V) => FieldErrors;
  /** Sends the message; rejects with the failed request. */
  submit: (message: MessageInitShape<Desc>) => Promise<unknown>;
  /** Reports a failure that belongs to no field, such as `toastFailure`. False leaves it to the alert. */
  report?: (failure: Failure) => boolean;
  /** The message if a failed request has none. */
  fallback: string;
}) {
  const [invalid, setInvalid] = useState<string[]>([]);
  const [alert, setAlert] = useState(noAlert);
  const element = useRef<HTMLFormElement>(null);
  useStrayFiles();

  const form = useForm<V, MessageInitShape<Desc>>({
    initialValues,
    transformValues: toMessage,
    validate: async (values) => {
      const rules = await loadRules().catch(() => undefined);
      const errors = rules?.validate(schema, create(schema, toMessage(values))) ?? {};
      return { ...byFormField(errors, values), ...check?.(values) };
    },
    validateInputOnChange: invalid as never[],
    // PasswordInput does not set aria-invalid itself.
    enhanceGetInputProps: ({ field, inputProps }) => ({ name: field, "aria-invalid": Boolean(inputProps.error) }),
  });

  useRules(); // loaded before the first attempt

  useEffect(() => {
    if (invalid.length > 0 && element.current) showFirstError(element.current);
  }, [invalid]);

  const send = async (message: MessageInitShape<Desc>) => {
    setInvalid([]);
    try {
      await submit(message);
    } catch (thrown) {
      const failure = readFailure(thrown);
      const errors = byFormField(failure.fields, form.getValues());
      form.setErrors(errors);
      setInvalid(Object.keys(errors));
      if (Object.keys(errors).length > 0) return;
      const message = failure.message || fallback;
      if (report?.({ ...failure, message })) return;
      setAlert({ message, ended: failure.code === "UNAUTHENTICATED" });
    }
  };

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (form.submitting) return;
    setAlert(noAlert);
    form.onSubmit(send, (errors) => setInvalid(Object.keys(errors)))(event);
  };

  return {
    ...form,
    /** Errors that belong to no field, for FormAlert. */
    alert,
    busy: form.submitting,
    /** Props of the form element. */
    props: { ref: element, onSubmit, noValidate: true },
  };
}
