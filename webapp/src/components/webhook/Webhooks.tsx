import { useMutation, useQuery } from "@connectrpc/connect-query";
import { ActionIcon, Badge, Box, Button, Group, Menu, Skeleton, Text } from "@mantine/core";
import { IconDots, IconWebhook } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { type Webhook, WebhookOff, type WebhookScope } from "../../gen/uvboard/v1/webhook_pb";
import { WebhookService } from "../../gen/uvboard/v1/webhook_service_pb";
import { failureMessage } from "../../lib/server/failure";
import { useInvalidate } from "../../lib/server/query";
import { stale } from "../../lib/server/stale";
import { toastError } from "../../lib/ui/toast";
import { useDialog } from "../../lib/ui/useDialog";
import { ConfirmDialog } from "../ConfirmDialog";
import { NewSecret } from "../NewSecret";
import { RelativeTime } from "../RelativeTime";
import { ErrorState, Loading } from "../States";
import { DeliveriesDialog } from "./DeliveriesDialog";
import { WebhookDialog } from "./WebhookDialog";
import { eventLabel } from "./words";

const max = 10;

/** The webhooks of the user, or of the board. */
export function Webhooks({ scope }: { scope: WebhookScope }) {
  const { data, error, refetch } = useQuery(WebhookService.method.listWebhooks, { scope }, { staleTime: stale.now });
  const add = useRef<HTMLButtonElement>(null);
  const dialog = useDialog();
  const [made, setMade] = useState<Webhook>();
  const hooks = data?.webhooks;
  return (
    <>
      {made && (
        <NewSecret
          key={made.secret}
          what="Secret"
          value={made.secret}
          name={`Signing secret of ${made.url}`}
          onDone={() => {
            setMade(undefined);
            add.current?.focus();
          }}
        />
      )}
      {!hooks && !error && (
        <Loading>
          <Skeleton height={40} my="md" />
        </Loading>
      )}
      {error && !data && <ErrorState title="Couldn't load the webhooks" error={error} onRetry={refetch} />}
      {hooks?.length === 0 && <Text c="dimmed">There are no webhooks yet.</Text>}
      {hooks && hooks.length > 0 && (
        <ul className="ruled" aria-label="Webhooks">
          {hooks.map((hook) => (
            <Row key={hook.id} hook={hook} onSecret={setMade} onDeleted={() => add.current?.focus()} />
          ))}
        </ul>
      )}
      {hooks && hooks.length < max && (
        <Group>
          <Button ref={add} onClick={dialog.open}>
            Add Webhook
          </Button>
        </Group>
      )}
      <WebhookDialog key={dialog.key} scope={scope} opened={dialog.opened} onClose={dialog.close} onMade={setMade} />
    </>
  );
}

function Row({
  hook,
  onSecret,
  onDeleted,
}: {
  hook: Webhook;
  onSecret: (hook: Webhook) => void;
  onDeleted: () => void;
}) {
  const invalidate = useInvalidate();
  const options = {
    onSuccess: () => invalidate(WebhookService),
    onError: (error: unknown) => toastError("Error", failureMessage(error, "Failed to change the webhook")),
  };
  const update = useMutation(WebhookService.method.updateWebhook, options);
  const rotate = useMutation(WebhookService.method.rotateWebhookSecret, { ...options, gcTime: 0 });
  const remove = useMutation(WebhookService.method.deleteWebhook, {
    ...options,
    // Not given to mutate(): the row is gone when the list has been fetched again.
    onSuccess: async () => {
      await options.onSuccess();
      onDeleted();
    },
  });
  const edit = useDialog();
  const log = useDialog();
  const asking = useDialog();
  const rotating = useDialog();
  const test = useMutation(WebhookService.method.testWebhook, {
    onSuccess: async () => {
      await invalidate(WebhookService.method.listWebhookDeliveries);
      log.open();
    },
    onError: (error: unknown) => toastError("Error", failureMessage(error, "Failed to send a test")),
  });
  const turn = () => update.mutate({ id: hook.id, isActive: !hook.isActive });
  return (
    <Group component="li" gap="md" wrap="nowrap">
      <IconWebhook size={18} color="var(--uv-text-3)" />
      <Group flex={1} gap="sm" justify="space-between">
        <Box flex="1 1 220px" miw={0} style={{ overflowWrap: "anywhere" }}>
          <Text span fw={600} mr="sm">
            {hook.url}
          </Text>
          <State hook={hook} />
          <Text size="sm" c="dimmed">
            {hook.events.map(eventLabel).join(", ")}
          </Text>
          <Why hook={hook} />
        </Box>
        <Group gap="sm">
          {!hook.isActive && (
            <Button size="sm" loading={update.isPending} onClick={turn} aria-label={`Turn on ${hook.url}`}>
              Turn On
            </Button>
          )}
          <Button size="sm" onClick={log.open} aria-label={`Deliveries to ${hook.url}`}>
            Deliveries
          </Button>
          <Menu position="bottom-end" width={176} withInitialFocusPlaceholder={false}>
            <Menu.Target>
              <ActionIcon aria-label={`More about ${hook.url}`}>
                <IconDots size={18} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={edit.open}>Edit</Menu.Item>
              {hook.isActive && <Menu.Item onClick={() => test.mutate({ id: hook.id })}>Send a Test</Menu.Item>}
              {hook.isActive && <Menu.Item onClick={turn}>Turn Off</Menu.Item>}
              <Menu.Item onClick={rotating.open}>Rotate Secret</Menu.Item>
              <Menu.Item color="quench" onClick={asking.open}>
                Delete
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </Group>
      </Group>
      <WebhookDialog key={`edit${edit.key}`} hook={hook} scope={hook.scope} opened={edit.opened} onClose={edit.close} />
      <DeliveriesDialog key={`log${log.key}`} hook={hook} opened={log.opened} onClose={log.close} />
      <ConfirmDialog
        key={`rotate${rotating.key}`}
        opened={rotating.opened}
        title="Rotate the secret?"
        text="Calls are signed with the new secret and, for a day, with the old one too. Change it at your receiver within that day."
        action="Rotate Secret"
        busyAction="Rotating..."
        busy={rotate.isPending}
        onConfirm={() =>
          rotate.mutate(
            { id: hook.id },
            {
              onSuccess: ({ webhook }) => webhook && onSecret(webhook),
              onSettled: rotating.close,
            },
          )
        }
        onClose={rotating.close}
      />
      <ConfirmDialog
        key={`delete${asking.key}`}
        opened={asking.opened}
        title="Delete this webhook?"
        text={`${hook.url} is not called any more, and its deliveries are deleted. This action cannot be undone.`}
        action="Delete"
        busyAction="Deleting..."
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ id: hook.id }, { onError: asking.close })}
        onClose={asking.close}
      />
    </Group>
  );
}

function State({ hook }: { hook: Webhook }) {
  if (!hook.isActive) return <Badge color={hook.offBecause ? "quench" : undefined}>Off</Badge>;
  return hook.failingSince ? <Badge color="quench">Failing</Badge> : <Badge color="kindle">On</Badge>;
}

/** What is wrong with a webhook, and what follows. */
function Why({ hook }: { hook: Webhook }) {
  const text =
    hook.offBecause === WebhookOff.GONE
      ? "Turned off: the receiver answered that it is gone (410)."
      : hook.offBecause === WebhookOff.FAILING
        ? "Turned off: no delivery arrived for a day."
        : undefined;
  if (text) {
    return (
      <Text size="sm" c="quench">
        {text}
      </Text>
    );
  }
  if (!hook.isActive || !hook.failingSince) return null;
  return (
    <Text size="sm" c="quench">
      No delivery has arrived since the first failure, <RelativeTime at={hook.failingSince} />. After a day it is turned
      off.
    </Text>
  );
}
