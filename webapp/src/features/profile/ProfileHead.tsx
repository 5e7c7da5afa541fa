import { Badge, Box, Group, Text, Title } from "@mantine/core";
import {
  IconBrandGithub,
  IconBrandLinkedin,
  IconBrandX,
  IconCalendar,
  IconMapPin,
  IconTrendingUp,
  IconUsers,
  IconWorld,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Avatar } from "../../components/Avatar";
import { ButtonLink, TextLink } from "../../components/ButtonLink";
import { FollowButton } from "../../components/follow/FollowButton";
import { MessageButton } from "../../components/MessageButton";
import { ReportButton } from "../../components/report/ReportButton";
import { useLoginRequired } from "../../components/useLoginRequired";
import { FollowType } from "../../gen/uvboard/v1/follow_pb";
import { ReportTargetType } from "../../gen/uvboard/v1/moderation_pb";
import type { User } from "../../gen/uvboard/v1/user_pb";
import { sendsMail } from "../../lib/board/product";
import { paths } from "../../lib/page/paths";
import { count, handle, plural } from "../../lib/text/text";
import { formatDate, toDate } from "../../lib/text/time";
import { AvatarUpload } from "./AvatarUpload";
import { EditProfile } from "./EditProfile";
import { socialLinks } from "./links";
import css from "./Profile.module.css";

const icons = { github: IconBrandGithub, twitter: IconBrandX, linkedin: IconBrandLinkedin, website: IconWorld };

/** The user's avatar, names, facts and links. The owner can change them here. */
export function ProfileHead({ user, own, message }: { user: User; own: boolean; message: string | undefined }) {
  const joined = toDate(user.joinedAt);
  const login = useLoginRequired();
  const links = socialLinks(user.socialLinks);
  const people = own || !user.hidesFollows;
  return (
    <div className={css.head}>
      {own ? (
        <AvatarUpload user={user} />
      ) : (
        <div className={css.picture}>
          <Avatar person={user} size="xl" />
        </div>
      )}
      <div>
        <Group gap="4px 12px">
          <Title>{user.displayName || user.username}</Title>
          <Badge h={26} fz={14} fw={600} bd="1px solid var(--uv-lamp)" c="var(--uv-lamp)">
            {handle(user)}
          </Badge>
        </Group>
        <Group gap="4px 20px" mt={8}>
          {joined && <Fact icon={<IconCalendar size={16} />}>Joined {formatDate(joined)}</Fact>}
          <Fact icon={<IconTrendingUp size={16} />}>{count(user.reputation)} reputation</Fact>
          {user.location && <Fact icon={<IconMapPin size={16} />}>{user.location}</Fact>}
        </Group>
      </div>
      {(user.bio || links.length > 0 || people) && (
        <Box className={css.about}>
          {user.bio && (
            <Text inherit className={css.bio} mt={12}>
              {user.bio}
            </Text>
          )}
          {links.length > 0 && (
            <Group component="ul" gap="0 20px" mt={8} aria-label="Elsewhere">
              {links.map(({ site, label, href }) => {
                const Icon = icons[site];
                return (
                  <li key={site}>
                    <a href={href} target="_blank" rel="nofollow ugc noopener me">
                      <Fact icon={<Icon size={16} />}>{label}</Fact>
                    </a>
                  </li>
                );
              })}
            </Group>
          )}
          {people && (
            <Box mt={8}>
              <Fact icon={<IconUsers size={16} />}>
                <People user={user} tab="followers">
                  {user.hidesFollows ? "Followers" : plural(user.followerCount, "follower")}
                </People>
                ·
                <People user={user} tab="following">
                  {user.hidesFollows ? "Following" : `${count(user.followingCount)} following`}
                </People>
              </Fact>
            </Box>
          )}
        </Box>
      )}
      <Group gap={8} className={css.edit}>
        {own ? (
          <>
            <EditProfile user={user}>Edit Profile</EditProfile>
            <ButtonLink to={paths.settings}>Settings</ButtonLink>
          </>
        ) : (
          <>
            <FollowButton type={FollowType.USER} id={user.id} name={user.username} size="md" />
            {sendsMail && (
              <MessageButton
                userId={user.id}
                username={user.username}
                subject={message}
                onGuest={() => login.ask("write to a member")}
              />
            )}
            <ReportButton
              target={{ type: ReportTargetType.USER, id: user.id, what: "profile" }}
              onGuest={() => login.ask("report a profile")}
              c="dimmed"
            />
          </>
        )}
      </Group>
      {login.dialog}
    </div>
  );
}

function People({ user, tab, children }: { user: User; tab: "followers" | "following"; children: string }) {
  return (
    <TextLink to="/profile/$username" params={{ username: user.username }} search={{ tab }} resetScroll={false}>
      {children}
    </TextLink>
  );
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <Text span size="sm" c="dimmed" className={css.fact}>
      {icon}
      {children}
    </Text>
  );
}
