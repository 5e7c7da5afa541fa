import { useMutation } from "@connectrpc/connect-query";
import { ActionIcon, Skeleton, Text } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { Avatar } from "../../components/Avatar";
import { RelativeTime } from "../../components/RelativeTime";
import { Loading } from "../../components/States";
import type { Notification } from "../../gen/uvboard/v1/notification_pb";
import { NotificationService } from "../../gen/uvboard/v1/notification_service_pb";
import { useInvalidate } from "../../lib/server/query";
import { tooltip } from "../../lib/ui/tooltip";
import { iconOf } from "./icons";
import css from "./Notifications.module.css";
import { appealable, sentence } from "./words";

/** Notifications as rows, of which each leads to its item. `onOpen` is called when the reader follows one. */
export function NoticeList({ all, onOpen }: { all: Notification[]; onOpen?: () => void }) {
  return (
    <ol className={css.list}>
      {all.map((one) => (
        <Notice key={one.id} one={one} onOpen={onOpen} />
      ))}
    </ol>
  );
}

function Notice({ one, onOpen }: { one: Notification; onOpen?: () => void }) {
  const invalidate = useInvalidate();
  const { mutate } = useMutation(NotificationService.method.readNotification, {
    onSuccess: () => invalidate(NotificationService),
  });
  const read = () => {
    if (!one.isRead) mutate({ id: one.id });
  };
  const said = sentence(one);
  const Icon = iconOf(one.kind);
  return (
    <li className={css.row} data-unread={!one.isRead || undefined}>
      <span className={css.face}>
        {one.actor && <Avatar person={one.actor} />}
        <Icon size={one.actor ? 14 : 18} className={one.actor ? css.badge : undefined} />
      </span>
      <div className={css.text}>
        {one.url ? (
          <Link
            to={one.url}
            className={css.link}
            onClick={() => {
              read();
              onOpen?.();
            }}
          >
            {!one.isRead && <span className="sr">Unread: </span>}
            {said}
          </Link>
        ) : (
          <span>{said}</span>
        )}
        {one.reason ? (
          <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
            Reason: {one.reason} {appealable[one.detail]}
          </Text>
        ) : (
          one.excerpt && (
            <Text size="sm" c="dimmed" lineClamp={1}>
              {one.excerpt}
            </Text>
          )
        )}
      </div>
      <RelativeTime at={one.createdAt} className={`${css.time} faint`} />
      {!one.isRead && (
        <ActionIcon
          size="sm"
          className={css.read}
          aria-label={`Mark as read: ${said}`}
          {...tooltip("Mark as read")}
          onClick={read}
        >
          <IconCheck size={16} />
        </ActionIcon>
      )}
    </li>
  );
}

export const NoticesSkeleton = () => (
  <Loading className={css.list}>
    {[1, 2, 3].map((n) => (
      <div key={n} className={css.row} aria-hidden="true">
        <Skeleton className={css.face} height={32} circle />
        <div className={css.text}>
          <Skeleton width="64%" height={14} my={5} />
          <Skeleton width="40%" height={12} my={4} />
        </div>
      </div>
    ))}
  </Loading>
);
