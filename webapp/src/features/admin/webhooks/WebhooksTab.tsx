import { Stack, Text } from "@mantine/core";
import { Webhooks } from "../../../components/webhook/Webhooks";
import { WebhookScope } from "../../../gen/uvboard/v1/webhook_pb";

/** The webhooks of the board, which its admins share. */
export function WebhooksTab() {
  return (
    <Stack maw={760}>
      <Text c="dimmed">Called for everything that is public on the board. All admins see and change them.</Text>
      <Webhooks scope={WebhookScope.BOARD} />
    </Stack>
  );
}
