import type { DescMessage, MessageInitShape } from "@bufbuild/protobuf";
import { Button } from "@mantine/core";
import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from "react";
import { toastFailure, useProtoForm } from "../../lib/form/useProtoForm";
import { useSizeLimits } from "../../lib/form/useRules";
import { useKeepText, useSavedText } from "../../lib/form/useSavedText";
import type { Failure } from "../../lib/server/failure";
import { appendQuotation } from "../../lib/text/markdownText";
import { MarkdownEditor } from "../MarkdownEditor";
import { ProtoForm } from "../ProtoForm";

/** The reply that the user answers, with a quotation to add. Each request has another count. */
export type Replying = { postId?: string; quote?: string; count: number };

/**
 * The form of a reply or a comment: a new one, or with `initial` the text to edit. Typed text stays in this browser until it is
 * sent, or an edit is canceled.
 */
export function ReplyForm<Desc extends DescMessage, Answer>({
  label,
  fieldLabel = label,
  initial = "",
  keptAs,
  schema,
  toMessage,
  send,
  onSent,
  action,
  fallback,
  report = toastFailure,
  request,
  onCancel,
  ...editor
}: {
  label: string;
  /** The label of the text, if it is another one. */
  fieldLabel?: string;
  initial?: string;
  /** The key of the text that stays in this browser. */
  keptAs: string;
  schema: Desc;
  toMessage: (content: string) => MessageInitShape<Desc>;
  send: (message: MessageInitShape<Desc>) => Promise<Answer>;
  onSent: (answer: Answer) => unknown;
  /** The label of the button that sends. */
  action: string;
  /** The message if a failed request has none. */
  fallback: string;
  report?: (failure: Failure) => boolean;
  /** The last request to reply here: moves the focus and may add a quotation. */
  request?: Replying;
  onCancel?: () => void;
} & Pick<ComponentProps<typeof MarkdownEditor>, "placeholder" | "hint" | "rows" | "autoFocus">) {
  const before = { content: initial };
  const saved = useSavedText(keptAs, before);
  const limits = useSizeLimits(schema);
  const area = useRef<HTMLTextAreaElement>(null);
  const [uploading, setUploading] = useState(false);
  const form = useProtoForm({
    initialValues: saved.start,
    schema,
    toMessage: ({ content }) => toMessage(content.trim()),
    submit: async (message) => {
      const answer = await send(message);
      saved.clear();
      if (!initial) form.setValues(before);
      await onSent(answer);
    },
    report,
    fallback,
  });
  useKeepText(keptAs, form.values, before);

  const begin = useEffectEvent(() => {
    if (request?.quote) form.setFieldValue("content", appendQuotation(form.getValues().content, request.quote));
    const element = area.current;
    // After the quotation is in the field.
    requestAnimationFrame(() => {
      element?.focus();
      element?.setSelectionRange(element.value.length, element.value.length);
      element?.scrollIntoView({ block: "nearest" });
    });
  });
  const count = request?.count ?? 0;
  useEffect(() => {
    if (count > 0) begin();
  }, [count]);

  const cancel = () => {
    if (initial) saved.clear();
    onCancel?.();
  };
  return (
    <ProtoForm form={form} label={label}>
      <MarkdownEditor
        {...form.getInputProps("content")}
        label={fieldLabel}
        inputRef={area}
        max={limits.content?.max}
        onUploading={setUploading}
        {...editor}
        actions={
          <>
            {onCancel && (
              <Button variant="subtle" onClick={cancel}>
                Cancel
              </Button>
            )}
            <Button type="submit" variant="filled" loading={form.busy} disabled={uploading}>
              {form.busy ? (initial ? "Saving..." : "Posting...") : action}
            </Button>
          </>
        }
      />
    </ProtoForm>
  );
}
