import { useMutation, useQuery } from "@connectrpc/connect-query";
import { ActionIcon, Button, type ButtonProps } from "@mantine/core";
import { IconBell, IconBellFilled } from "@tabler/icons-react";
import type { FollowType } from "../../gen/uvboard/v1/follow_pb";
import { FollowService } from "../../gen/uvboard/v1/follow_service_pb";
import { UserService } from "../../gen/uvboard/v1/user_service_pb";
import { failureMessage } from "../../lib/server/failure";
import { useInvalidate } from "../../lib/server/query";
import { useSession, useSessionCheck } from "../../lib/session/session";
import { toastError } from "../../lib/ui/toast";
import { useLoginRequired } from "../useLoginRequired";

type Props = ButtonProps & {
  type: FollowType;
  /** The id, or the name or the slug of a tag or a tool. */
  id: string;
  /** The ids of a list with such buttons, at most 100: all are asked for at once. */
  among?: string[];
  /** What is followed, for screen readers. */
  name: string;
  /** Shows only the icon. */
  icon?: boolean;
};

/** The button that follows something or ends that. */
export function FollowButton({ type, id, among, name, icon, ...button }: Props) {
  const { user } = useSession();
  const check = useSessionCheck();
  const login = useLoginRequired();
  const invalidate = useInvalidate();
  const query = useQuery(
    FollowService.method.listFollows,
    { type, ids: among ?? [id], pageSize: 100 },
    { enabled: user !== undefined },
  );
  const options = {
    onSuccess: () => invalidate(FollowService, UserService.method.getUserByUsername),
    onError: (error: unknown) => toastError("Error", failureMessage(error, "Couldn't follow this.")),
  };
  const follow = useMutation(FollowService.method.follow, options);
  const unfollow = useMutation(FollowService.method.unfollow, options);
  // A tag that was asked for by its name is listed by its slug.
  const stored = query.data?.follows.some((follow) => !among || follow.id === id) ?? false;
  // The change shows before the answer is there.
  const follows = follow.isPending || (stored && !unfollow.isPending);
  const toggle = () =>
    check(
      () => {
        if (!follow.isPending && !unfollow.isPending) (follows ? unfollow : follow).mutate({ type, id });
      },
      () => login.ask("follow what you like"),
    );
  const Icon = follows ? IconBellFilled : IconBell;
  const verb = follows ? "Following" : "Follow";
  const shared = { "aria-pressed": follows, onClick: () => void toggle() };
  return (
    <>
      {icon ? (
        <ActionIcon
          variant="default"
          visibleFrom={button.visibleFrom}
          aria-label={`Follow ${name}`}
          data-tooltip={verb}
          {...shared}
        >
          <Icon size={18} />
        </ActionIcon>
      ) : (
        <Button size="sm" aria-label={`${verb} ${name}`} {...button} {...shared}>
          <Icon size={16} />
          {verb}
        </Button>
      )}
      {login.dialog}
    </>
  );
}
