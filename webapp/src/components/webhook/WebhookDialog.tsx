import { useMutation } from "@connectrpc/connect-query";
import { Checkbox, SimpleGrid, TextInput } from "@mantine/core";
import type { Webhook, WebhookScope } from "../../gen/uvboard/v1/webhook_pb";
import { CreateWebhookRequestSchema, WebhookService } from "../../gen/uvboard/v1/webhook_service_pb";
import { required, useProtoForm } from "../../lib/form/useProtoForm";
import { useInvalidate } from "../../lib/server/query";
import { toast } from "../../lib/ui/toast";
import type { DialogProps } from "../Dialog";
import { FormDialog } from "../FormDialog";
import { events } from "./words";

/** Adds a webhook, or changes one. */
export function WebhookDialog({
  hook,
  scope,
  onMade,
  ...dialog
}: DialogProps & { hook?: Webhook; scope: WebhookScope; onMade?: (hook: Webhook) => void }) {
  const invalidate = useInvalidate();
  // The secret must not stay in memory.
  const create = useMutation(WebhookService.method.createWebhook, { gcTime: 0 });
  const update = useMutation(WebhookService.method.updateWebhook);
  const form = useProtoForm({
    initialValues: { url: hook?.url ?? "", events: (hook?.events ?? []).map(String) },
    schema: CreateWebhookRequestSchema,
    toMessage: ({ url, events }) => ({ url: url.trim(), events: events.map(Number), scope }),
    submit: async ({ url, events }) => {
      if (hook) {
        await update.mutateAsync({ id: hook.id, url, events });
        toast("Webhook saved");
      } else {
        const { webhook } = await create.mutateAsync({ url, events, scope });
        if (webhook) onMade?.(webhook);
      }
      dialog.onClose();
      void invalidate(WebhookService);
    },
    fallback: "Failed to save the webhook",
  });
  return (
    <FormDialog
      {...dialog}
      form={form}
      title={hook ? "Edit webhook" : "Add a webhook"}
      label="Webhook"
      text="Each call is a signed POST with JSON. A call that fails is repeated for a day."
      submit={hook ? "Save" : "Add Webhook"}
      submitting={hook ? "Saving..." : "Adding..."}
    >
      <TextInput
        {...form.getInputProps("url")}
        {...required}
        label="Address"
        type="url"
        placeholder="https://example.com/uvboard"
        autoComplete="off"
        data-autofocus
      />
      <Checkbox.Group {...form.getInputProps("events")} label="Call it for">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" mt={8}>
          {events.map(([event, label, word]) => (
            <Checkbox key={event} value={String(event)} label={label} description={word} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
    </FormDialog>
  );
}
