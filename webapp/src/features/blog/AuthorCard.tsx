import { useQuery } from "@connectrpc/connect-query";
import { Group, Text, Title } from "@mantine/core";
import { Avatar } from "../../components/Avatar";
import { ButtonLink } from "../../components/ButtonLink";
import { FollowButton } from "../../components/follow/FollowButton";
import { AuthorLink } from "../../components/project/AuthorLink";
import type { Author } from "../../gen/uvboard/v1/common_pb";
import { FollowType } from "../../gen/uvboard/v1/follow_pb";
import { UserService } from "../../gen/uvboard/v1/user_service_pb";
import { useSession } from "../../lib/session/session";
import { count, handle } from "../../lib/text/text";
import css from "./Blog.module.css";

/** Who wrote a story, below it: the bio, and the buttons that follow the author and lead to the profile. */
export function AuthorCard({ author }: { author: Author }) {
  const { user: self } = useSession();
  const { username } = author;
  const user = useQuery(UserService.method.getUserByUsername, { username }).data?.user;
  return (
    <section className={css.author} aria-label="Author">
      <Avatar person={author} size="lg" />
      <div style={{ overflowWrap: "anywhere" }}>
        <Title order={2} size="h4">
          <AuthorLink author={author} named />
        </Title>
        <Text className="faint" size="sm">
          {author.displayName && `${handle(author)} · `}
          {user ? `${count(user.reputation)} reputation` : "\u00a0"}
        </Text>
        {user?.bio && (
          <Text mt="xs" c="dimmed" className="clamp3">
            {user.bio}
          </Text>
        )}
      </div>
      <Group gap="sm">
        {self?.id !== author.id && <FollowButton type={FollowType.USER} id={author.id} name={handle(author)} />}
        <ButtonLink to="/profile/$username" params={{ username }} size="sm" variant="subtle">
          View Author Profile
        </ButtonLink>
      </Group>
    </section>
  );
}
