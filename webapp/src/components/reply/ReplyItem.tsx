import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { Group, Text } from "@mantine/core";
import type { ComponentProps, ReactNode } from "react";
import type { TimeForm } from "../../lib/text/time";
import { Avatar } from "../Avatar";
import { RelativeTime } from "../RelativeTime";
import css from "./Reply.module.css";

type Props = {
  /** The id of the element, which the address of the reply leads to. */
  id: string;
  person: ComponentProps<typeof Avatar>["person"];
  /** The author's name, with a link to the profile. */
  name: ReactNode;
  createdAt: Timestamp | undefined;
  timeForm: TimeForm;
  editedAt: Timestamp | undefined;
  /** A badge beside the name. */
  badge?: ReactNode;
  /** The menu at the end of the line with the name. */
  menu?: ReactNode;
  isDeleted?: boolean;
  /** Written since the user's last visit. */
  isNew?: boolean;
  /** The user mutes its author. */
  isMuted?: boolean;
  /** The user went to it. */
  isMarked?: boolean;
  /** It answers another reply. */
  nested?: boolean;
  /** What is quoted above the text; `onQuote` goes there. */
  quote?: ReactNode;
  onQuote?: () => void;
  /** The text, or the form that edits it, with its buttons. */
  children: ReactNode;
  /** The form that answers it. */
  form?: ReactNode;
  /** The answers, as items. */
  answers: ReactNode[];
};

/** A reply to a thread or a comment on a story: a row with its answers below it. */
export function ReplyItem(props: Props) {
  const { id, person, isDeleted, isNew, isMuted, isMarked, nested, quote, onQuote, children, form, answers } = props;
  return (
    <li
      className={css.post}
      id={id}
      tabIndex={-1}
      data-marked={isMarked || undefined}
      data-new={isNew || undefined}
      data-muted={isMuted || undefined}
    >
      <div className={css.row}>
        {isDeleted ? <span /> : <Avatar person={person} size={nested ? "sm" : "md"} />}
        <div>
          <Line {...props} />
          {quote && (
            <button type="button" className={css.quote} onClick={onQuote}>
              {quote}
            </button>
          )}
          {children}
        </div>
      </div>
      {form && <div className={css.answer}>{form}</div>}
      {answers.length > 0 && <ol className={css.answers}>{answers}</ol>}
    </li>
  );
}

function Line({ name, createdAt, timeForm, editedAt, badge, menu, isDeleted, isNew }: Props) {
  const time = <RelativeTime at={createdAt} form={timeForm} className="faint" />;
  if (isDeleted) {
    return (
      <Group gap={8} className={css.by}>
        <Text inherit c="var(--uv-text-3)">
          [deleted]
        </Text>
        {time}
      </Group>
    );
  }
  return (
    <Group gap={8} className={css.by} wrap="nowrap">
      <Group gap="0 8px" flex={1} miw={0}>
        {isNew && (
          <span className={css.unread}>
            <span className="sr">New: </span>
          </span>
        )}
        {name}
        {badge}
        {time}
        {editedAt && <span className="faint">(edited)</span>}
      </Group>
      {menu}
    </Group>
  );
}
