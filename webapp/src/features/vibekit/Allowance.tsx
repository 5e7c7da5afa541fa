import { useQuery } from "@connectrpc/connect-query";
import { Button, Group, Text } from "@mantine/core";
import type { SessionUser } from "../../gen/uvboard/v1/user_pb";
import { VibeKitService } from "../../gen/uvboard/v1/vibekit_service_pb";
import { useBoard } from "../../lib/board/board";

/** The button that starts and cancels a generation, the number of generations left, and what is sent; or why there is none. */
export function Allowance({
  user,
  busy,
  disabled,
  sent,
  onCancel,
}: {
  user: SessionUser | undefined;
  busy: boolean;
  disabled: boolean;
  /** Says what the AI provider gets. */
  sent: string;
  onCancel: () => void;
}) {
  const { data } = useQuery(VibeKitService.method.getVibeKitStatus, {}, { enabled: user !== undefined });
  const { features } = useBoard();
  const off = features?.vibekit === false || data?.configured === false;
  return (
    <Group gap="sm">
      <Button type="submit" variant="filled" disabled={disabled || off} loading={busy}>
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
      <Text size="sm" c="dimmed" w="100%">
        {off ? "This site has no AI provider yet." : sent}
        {off && user?.isAdmin && " Set OPENAI_API_KEY to turn VibeKit on."}
      </Text>
    </Group>
  );
}
