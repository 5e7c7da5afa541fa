import { createClient } from "@connectrpc/connect";
import { useTransport } from "@connectrpc/connect-query";
import { Button, Group, Text } from "@mantine/core";
import { IconBellRinging } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useState } from "react";
import { NotificationService } from "../../gen/uvboard/v1/notification_service_pb";
import { failureMessage } from "../../lib/server/failure";
import { pushSubscription } from "../../lib/server/push";
import { toastError } from "../../lib/ui/toast";

/** Whether the browser can show push notifications. Some can only if the board is on their home screen. */
export const canPush = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** Begins and ends push notifications in this browser. */
export function PushRow() {
  const client = createClient(NotificationService, useTransport());
  const [isOn, setOn] = useState<boolean>();

  const begin = async () => {
    if ((await Notification.requestPermission()) !== "granted") throw new Refused();
    const { key } = await client.getPushKey({});
    const worker = await navigator.serviceWorker.ready;
    const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    await tell(made);
    return true;
  };
  // The browser does not keep the id of its subscription; the server tells it again.
  const end = async () => {
    const made = await pushSubscription();
    if (!made) return false;
    await client.deletePushSubscription({ id: (await tell(made)).id });
    await made.unsubscribe();
    return false;
  };
  const tell = (made: PushSubscription) => {
    const { endpoint, keys } = made.toJSON();
    return client.createPushSubscription({ endpoint, keys });
  };
  // The server ends a subscription with its session: it is told of this browser's one again.
  const find = useEffectEvent(async () => {
    const made = await pushSubscription();
    const allowed = made !== null && Notification.permission === "granted";
    if (allowed)
      await tell(made).catch((error) =>
        toastError("Error", failureMessage(error, "Failed to read push notifications")),
      );
    setOn(allowed);
  });
  useEffect(() => void find(), []);
  const [isBusy, setBusy] = useState(false);
  const change = async () => {
    setBusy(true);
    try {
      setOn(await (isOn ? end : begin)());
    } catch (error) {
      const refused = "Your browser does not allow notifications from this site. Change that in its settings.";
      toastError(
        "Error",
        error instanceof Refused ? refused : failureMessage(error, "Failed to change push notifications"),
      );
    }
    setBusy(false);
  };
  return (
    <Group justify="space-between" gap="sm" mb="md">
      <Group gap="sm" wrap="nowrap">
        <IconBellRinging size={18} color="var(--uv-text-3)" />
        <Text>Push notifications in this browser are {isOn ? "on" : "off"}.</Text>
      </Group>
      <Button size="sm" loading={isBusy} disabled={isOn === undefined} onClick={() => void change()}>
        {isOn ? "Turn off push" : "Turn on push"}
      </Button>
    </Group>
  );
}

class Refused extends Error {}
