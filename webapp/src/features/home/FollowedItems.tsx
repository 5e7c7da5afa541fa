import { Text, Title } from "@mantine/core";
import { IconBellFilled } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { AuthorLink } from "../../components/project/AuthorLink";
import { RelativeTime } from "../../components/RelativeTime";
import { Via } from "../../components/Via";
import { LikeButton } from "../../components/vote/LikeButton";
import { useVoteSummaries } from "../../components/vote/useVoteSummaries";
import { VoteControl } from "../../components/vote/VoteControl";
import { type Follow, type FollowedItem, FollowedItemType, FollowType } from "../../gen/uvboard/v1/follow_pb";
import { TargetType } from "../../gen/uvboard/v1/vote_pb";
import { imageSource } from "../../lib/upload/image";
import css from "./Following.module.css";

const { PROJECT, FORUM_THREAD, BLOG_POST, PROJECT_UPDATE } = FollowedItemType;

const words: Partial<Record<FollowedItemType, string>> = {
  [PROJECT]: "Project",
  [FORUM_THREAD]: "Thread",
  [BLOG_POST]: "Story",
  [PROJECT_UPDATE]: "Update",
};

/** A page of items. The member's votes on them are fetched together. */
export function FollowedItems({ items }: { items: FollowedItem[] }) {
  const idsOf = (type: FollowedItemType) => items.flatMap((item) => (item.type === type ? item.id : []));
  useVoteSummaries(TargetType.PROJECT, idsOf(PROJECT));
  useVoteSummaries(TargetType.FORUM_THREAD, idsOf(FORUM_THREAD));
  useVoteSummaries(TargetType.BLOG_POST, idsOf(BLOG_POST));
  return items.map((item) => <Item key={item.id} item={item} />);
}

function Item({ item }: { item: FollowedItem }) {
  const [hasFailed, setFailed] = useState(false);
  const isPictured = item.image !== "" && !hasFailed;
  return (
    <li className={css.item} data-plain={!isPictured || undefined}>
      {item.follow && <Why follow={item.follow} />}
      <Title order={2} size="h4" className={css.title}>
        <Link to={item.url}>{item.title}</Link>
      </Title>
      {item.excerpt && (
        <Text fz={14} lh="20px" c="dimmed" className={`${css.text} clamp2`}>
          {item.excerpt}
        </Text>
      )}
      <div className={`${css.foot} sm faint`}>
        <span>{words[item.type]}</span>
        {item.follow?.type !== FollowType.USER && item.author ? (
          <AuthorLink author={item.author} via={item.via} />
        ) : (
          <Via name={item.via} />
        )}
        <RelativeTime at={item.createdAt} />
        <ItemVote item={item} />
      </div>
      {isPictured && (
        <Link to={item.url} className={css.picture} tabIndex={-1} aria-hidden="true">
          <img
            {...imageSource(item.image)}
            sizes="(max-width: 767px) 112px, 208px"
            width={208}
            height={130}
            alt=""
            loading="lazy"
            decoding="async"
            onError={() => setFailed(true)}
          />
        </Link>
      )}
    </li>
  );
}

/** Why an item is listed. */
function Why({ follow: { type, title, url } }: { follow: Follow }) {
  const name = url ? <Link to={url}>{type === FollowType.TAG ? `#${title}` : title}</Link> : title;
  return (
    <div className={`${css.why} xs faint`}>
      <IconBellFilled size={14} aria-hidden="true" />
      <span>{type === FollowType.USER ? <>From {name}, whom you follow</> : <>You follow {name}</>}</span>
    </div>
  );
}

/** The vote on an item; nothing for an update, on which nobody votes. */
function ItemVote({ item: { type, id, title, author, votes } }: { item: FollowedItem }) {
  if (!votes) return null;
  const userId = author?.id ?? "";
  if (type === BLOG_POST) return <LikeButton post={{ id, userId, likesCount: votes.upvotes }} />;
  return (
    <VoteControl
      thing={{ id, userId, title, upvotes: votes.upvotes, downvotes: votes.downvotes }}
      type={type === FORUM_THREAD ? TargetType.FORUM_THREAD : TargetType.PROJECT}
      variant="compact"
    />
  );
}
