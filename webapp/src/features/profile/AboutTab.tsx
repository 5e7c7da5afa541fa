import { Badge, Box, Group } from "@mantine/core";
import type { ReactNode } from "react";
import { BadgeLink } from "../../components/BadgeLink";
import { EmptyState } from "../../components/States";
import type { User } from "../../gen/uvboard/v1/user_pb";
import { toolPage } from "../../lib/text/labels";
import { formatDate, toDate } from "../../lib/text/time";
import { EditProfile } from "./EditProfile";
import css from "./Profile.module.css";

/** The user's self-description. */
export function AboutTab({ user, own }: { user: User; own: boolean }) {
  const { bio, skills, location } = user;
  return (
    <>
      <h2 className="sr">About</h2>
      {!bio && skills.length === 0 && !location && (
        <Box mb={8}>
          <EmptyState
            title={own ? "Add more information about yourself" : "No additional information available"}
            action={own && <EditProfile user={user}>Complete Your Profile</EditProfile>}
          />
        </Box>
      )}
      <dl className={css.facts}>
        <Fact name="Bio">{bio && <p className={css.bio}>{bio}</p>}</Fact>
        <Fact name="Skills &amp; Tech Stack">
          {skills.length > 0 && (
            <Group gap={6}>
              {skills.map((skill) => {
                const page = toolPage(skill);
                return page ? (
                  <BadgeLink key={skill} to={page}>
                    {skill}
                  </BadgeLink>
                ) : (
                  <Badge key={skill}>{skill}</Badge>
                );
              })}
            </Group>
          )}
        </Fact>
        <Fact name="Location">{location}</Fact>
        <Fact name="Member Since">{formatDate(toDate(user.joinedAt))}</Fact>
      </dl>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
