import { Button } from "@mantine/core";
import { IconBell, IconBellOff } from "@tabler/icons-react";
import type { MuteType } from "../../gen/uvboard/v1/notification_pb";
import { useMutes } from "./useMutes";

/** Ends the notifications about something, or begins them again. */
export function MuteButton({ type, id, name }: { type: MuteType; id: string; name: string }) {
  const mutes = useMutes();
  const muted = mutes.isMuted(id);
  return (
    <Button
      size="md"
      variant="subtle"
      aria-label={`${muted ? "Unmute" : "Mute"} ${name}`}
      onClick={() => mutes.toggle(type, id)}
    >
      {muted ? <IconBell size={16} /> : <IconBellOff size={16} />}
      {muted ? "Unmute" : "Mute"}
    </Button>
  );
}
