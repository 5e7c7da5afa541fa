import { useQuery } from "@connectrpc/connect-query";
import { Button, Group, Text } from "@mantine/core";
import type { SessionUser } from "../../gen/uvboard/v1/user_pb";
import { VibeKitService } from "../../gen/uvboard/v1/vibekit_service_pb";

/** The button that starts and cancels a generation, and the number of generations left. */
export function Allowance({
  user,
  busy,
  disabled,
  onCancel,
}: {
  user: SessionUser | undefined;
  busy: boolean;
  disabled: boolean;
  onCancel: () => void;
}) {
  const { data } = useQuery(VibeKitService.method.getVibeKitStatus, {}, { enabled: user !== undefined });
  return (
    <Group gap="sm">
      <Button type="submit" variant="filled" disabled={disabled || data?.configured === false} loading={busy}>
        {busy ? "Generating..." : "Generate"}
      </Button>
      {busy && (
        <Button variant="subtle" onClick={onCancel}>
          Cancel
        </Button>
      )}
      {user && data?.configured && data.remaining !== undefined && (
        <Text size="sm" c="dimmed" className="num">
          {data.remaining} of {data.hourlyLimit} left this hour
        </Text>
      )}
      {user && data?.configured === false && (
        <Text size="sm" c="dimmed">
          This site has no AI provider yet.{user.isAdmin && " Set OPENAI_API_KEY to turn VibeKit on."}
        </Text>
      )}
    </Group>
  );
}
