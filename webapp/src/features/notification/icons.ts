import {
  IconArrowBackUp,
  IconAt,
  IconBell,
  IconClipboardText,
  IconFlag,
  IconHandStop,
  IconHourglass,
  IconKey,
  IconLinkOff,
  IconMessage,
  IconRobot,
  IconRocket,
  IconShield,
  IconSpeakerphone,
  IconThumbUp,
  IconTriangle,
  IconUserPlus,
  type TablerIcon,
} from "@tabler/icons-react";
import { NotificationKind } from "../../gen/uvboard/v1/notification_pb";

const icons: Partial<Record<NotificationKind, TablerIcon>> = {
  [NotificationKind.REPLY]: IconArrowBackUp,
  [NotificationKind.MENTION]: IconAt,
  [NotificationKind.COMMENT]: IconMessage,
  [NotificationKind.VOTE_MILESTONE]: IconTriangle,
  [NotificationKind.FOLLOWER]: IconUserPlus,
  [NotificationKind.FOLLOWED_PUBLISHED]: IconRocket,
  [NotificationKind.PROJECT_UPDATE]: IconSpeakerphone,
  [NotificationKind.MODERATION]: IconShield,
  [NotificationKind.SECURITY]: IconKey,
  [NotificationKind.REVIEW]: IconClipboardText,
  [NotificationKind.REVIEW_USEFUL]: IconThumbUp,
  [NotificationKind.WAITING]: IconHourglass,
  [NotificationKind.LINK_DOWN]: IconLinkOff,
  [NotificationKind.REPORT]: IconFlag,
  [NotificationKind.PUBLISH_REQUEST]: IconRobot,
  [NotificationKind.VOTES_HELD]: IconHandStop,
};

/** The icon of a kind of notifications. */
export const iconOf = (kind: NotificationKind): TablerIcon => icons[kind] ?? IconBell;
