import { useQuery } from "@connectrpc/connect-query";
import { Group, Popover, Title } from "@mantine/core";
import { cloneElement, type MouseEventHandler, type ReactElement } from "react";
import { TextLink } from "../../components/ButtonLink";
import type { OpenMenu } from "../../components/LazyMenu";
import { SideEmpty, SideError } from "../../components/States";
import { NotificationService } from "../../gen/uvboard/v1/notification_service_pb";
import { paths } from "../../lib/page/paths";
import { useOpenedAfterMount } from "../../lib/page/useOpenedAfterMount";
import { NoticeList, NoticesSkeleton } from "./NoticeList";
import css from "./Notifications.module.css";
import { ReadAll } from "./ReadAll";

/** The newest notifications, at the bell. */
export function NotificationsPopover({ opened, onChange, button }: OpenMenu) {
  const toggle = button as ReactElement<{ onClick: MouseEventHandler }>;
  return (
    <Popover
      opened={useOpenedAfterMount(opened)}
      onChange={onChange}
      position="bottom-end"
      width={416}
      trapFocus
      returnFocus
    >
      <Popover.Target>{cloneElement(toggle, { onClick: () => onChange(!opened) })}</Popover.Target>
      <Popover.Dropdown p={0}>
        <Newest onClose={() => onChange(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Newest({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(NotificationService.method.listNotifications, { pageSize: 5 });
  const all = data?.notifications;
  return (
    // The focus is on the whole, so that the first Tab leads to what is first in it.
    <div className={css.popover} tabIndex={-1} data-autofocus>
      <Group justify="space-between" mih="var(--uv-ctl-sm)" mb={4}>
        <Title order={2} size="h4">
          Notifications
        </Title>
        {all?.some(({ isRead }) => !isRead) && <ReadAll variant="subtle" mr={-12} />}
      </Group>
      {!data && !error && <NoticesSkeleton />}
      {error && !all ? <SideError error={error} onRetry={() => void refetch()} /> : null}
      {all?.length === 0 && <SideEmpty text="No notifications yet" />}
      {all && all.length > 0 && <NoticeList all={all} onOpen={onClose} />}
      <TextLink to={paths.notifications} className={css.all} onClick={onClose}>
        See all notifications
      </TextLink>
    </div>
  );
}
