import { useQuery } from "@connectrpc/connect-query";
import { ActionIcon, Indicator } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { NotificationService } from "../gen/uvboard/v1/notification_service_pb";
import { paths } from "../lib/paths";

/** The link to the notifications, with the number of unread ones. Live updates keep it current. */
export function Bell() {
  const { data } = useQuery(NotificationService.method.countNotifications);
  const unread = data?.unread ?? 0;
  const label = unread > 99 ? "99+" : unread;
  return (
    <Indicator
      label={label}
      disabled={unread === 0}
      size={16}
      offset={6}
      color="lamp"
      classNames={{ indicator: "num" }}
    >
      <ActionIcon
        component={Link}
        to={paths.notifications}
        aria-label={unread === 0 ? "Notifications" : `Notifications, ${label} unread`}
      >
        <IconBell size={18} />
      </ActionIcon>
    </Indicator>
  );
}
