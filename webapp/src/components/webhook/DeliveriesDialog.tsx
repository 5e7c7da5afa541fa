import { useInfiniteQuery, useMutation } from "@connectrpc/connect-query";
import { Badge, Button, Code, Group, Skeleton, Text } from "@mantine/core";
import { type Webhook, type WebhookDelivery, WebhookDeliveryState } from "../../gen/uvboard/v1/webhook_pb";
import { WebhookService } from "../../gen/uvboard/v1/webhook_service_pb";
import { failureMessage } from "../../lib/server/failure";
import { paging, useInvalidate } from "../../lib/server/query";
import { stale } from "../../lib/server/stale";
import { plural } from "../../lib/text/text";
import { formatTime, toDate } from "../../lib/text/time";
import { toast, toastError } from "../../lib/ui/toast";
import { Dialog, type DialogProps } from "../Dialog";
import { LoadMore } from "../LoadMore";
import { RelativeTime } from "../RelativeTime";
import { EmptyState, ErrorState, Loading } from "../States";
import { eventLabel, stateLabel } from "./words";

/** What a webhook was told in the last 30 days, and what its receiver answered. */
export function DeliveriesDialog({ hook, ...dialog }: DialogProps & { hook: Webhook }) {
  return (
    <Dialog
      {...dialog}
      wide="full"
      title={`Deliveries to ${hook.url}`}
      actions={
        <Button variant="filled" onClick={dialog.onClose}>
          Close
        </Button>
      }
    >
      {dialog.opened && <Deliveries hook={hook} />}
    </Dialog>
  );
}

function Deliveries({ hook }: { hook: Webhook }) {
  const query = useInfiniteQuery(
    WebhookService.method.listWebhookDeliveries,
    { id: hook.id, pageSize: 20, pageToken: "" },
    { ...paging, staleTime: stale.now },
  );
  const rows = query.data?.pages.flatMap((page) => page.deliveries);
  if (!rows) {
    return query.error ? (
      <ErrorState title="Couldn't load the deliveries" error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <Loading>
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} height={32} my="md" />
        ))}
      </Loading>
    );
  }
  if (rows.length === 0) {
    return <EmptyState level={3} title="No deliveries yet" text="Calls of the last 30 days are listed here." />;
  }
  return (
    <>
      <ul className="ruled" aria-label="Deliveries">
        {rows.map((delivery) => (
          <Delivery key={delivery.id} hook={hook} delivery={delivery} />
        ))}
      </ul>
      <LoadMore query={query} what="Deliveries" mt="lg" />
    </>
  );
}

function Delivery({ hook, delivery }: { hook: Webhook; delivery: WebhookDelivery }) {
  const invalidate = useInvalidate();
  const redeliver = useMutation(WebhookService.method.redeliverWebhook, {
    onSuccess: () => {
      toast("It is sent again in a moment");
      return invalidate(WebhookService.method.listWebhookDeliveries);
    },
    onError: (error) => toastError("Error", failureMessage(error, "Failed to send it again")),
  });
  const { state, status, attempts, body, answer, failure } = delivery;
  const failed = state === WebhookDeliveryState.FAILED;
  return (
    <li>
      <Group justify="space-between" gap="sm" align="flex-start">
        <div>
          <Group gap="sm">
            <Text fw={600}>{eventLabel(delivery.event)}</Text>
            <Badge color={failed ? "quench" : state === WebhookDeliveryState.DELIVERED ? "kindle" : undefined}>
              {stateLabel[state]}
              {status > 0 && ` ${status}`}
            </Badge>
          </Group>
          <Text size="sm" c="dimmed">
            <RelativeTime at={delivery.createdAt} />
            {attempts > 0 && ` · ${plural(attempts, "attempt")}`}
            {delivery.nextAt && attempts > 0 && ` · next at ${formatTime(toDate(delivery.nextAt))}`}
          </Text>
          {failure && (
            <Text size="sm" c="quench">
              {failure}
            </Text>
          )}
        </div>
        {body && hook.isActive && (
          <Button
            size="sm"
            loading={redeliver.isPending}
            onClick={() => redeliver.mutate({ id: hook.id, deliveryId: delivery.id })}
          >
            Redeliver
          </Button>
        )}
      </Group>
      {body && (
        <details>
          <Text component="summary" size="sm" w="fit-content" mt={4} c="dimmed" style={{ cursor: "pointer" }}>
            Body and answer
          </Text>
          <Pre label="Sent" text={pretty(body)} />
          {answer && <Pre label="Answered" text={answer} />}
        </details>
      )}
    </li>
  );
}

function Pre({ label, text }: { label: string; text: string }) {
  return (
    <>
      <Text size="sm" fw={560} mt="sm" mb={4}>
        {label}
      </Text>
      <Code
        block
        tabIndex={0}
        role="group"
        aria-label={label}
        style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}
      >
        {text}
      </Code>
    </>
  );
}

function pretty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
