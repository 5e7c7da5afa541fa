import { useQuery } from "@connectrpc/connect-query";
import { ActionIcon, Indicator } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { ActionIconLink } from "../components/ButtonLink";
import { LazyMenu } from "../components/LazyMenu";
import { NotificationService } from "../gen/uvboard/v1/notification_service_pb";
import { paths } from "../lib/page/paths";

const loadPopover = () =>
  import("../features/notification/NotificationsPopover").then((file) => file.NotificationsPopover);

/**
 * The bell with the number of unread notifications, which live updates keep current. It opens the newest ones; on a narrow
 * screen it leads to their page.
 */
export function Bell() {
  const { data } = useQuery(NotificationService.method.countNotifications);
  const unread = data?.unread ?? 0;
  const label = unread > 99 ? "99+" : unread;
  const name = unread === 0 ? "Notifications" : `Notifications, ${label} unread`;
  return (
    <Indicator
      label={label}
      disabled={unread === 0}
      size={16}
      offset={11}
      color="lamp"
      classNames={{ indicator: "num" }}
    >
      <LazyMenu load={loadPopover} popup="dialog" render={(Popover, menu) => <Popover {...menu} />}>
        <ActionIcon visibleFrom="sm" aria-label={name}>
          <IconBell size={18} />
        </ActionIcon>
      </LazyMenu>
      <ActionIconLink to={paths.notifications} hiddenFrom="sm" aria-label={name}>
        <IconBell size={18} />
      </ActionIconLink>
    </Indicator>
  );
}
