import {
  IconBrandGithub,
  IconBrandLinkedin,
  IconBrandX,
  IconCalendar,
  IconMapPin,
  IconTrendingUp,
  IconWorld,
} from "@tabler/icons-react";
import { Avatar } from "../../components/Avatar";
import { ButtonLink } from "../../components/ButtonLink";
import type { User } from "../../gen/uvboard/v1/user_pb";
import { paths } from "../../lib/paths";
import { count, handle } from "../../lib/text";
import { toDate } from "../../lib/time";
import { AvatarUpload } from "./AvatarUpload";
import { EditProfile } from "./EditProfile";
import { socialLinks } from "./links";
import css from "./Profile.module.css";

const icons = { github: IconBrandGithub, twitter: IconBrandX, linkedin: IconBrandLinkedin, website: IconWorld };

/** Who it is. */
export function ProfileHead({ user, own }: { user: User; own: boolean }) {
  const joined = toDate(user.joinedAt);
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
        <div className={css.name}>
          <h1 className="h1">{user.displayName || user.username}</h1>
          <span className={css.viberTag}>{handle(user)}</span>
        </div>
        <div className={css.line}>
          {joined && (
            <span>
              <IconCalendar size={16} />
              Joined {joined.toLocaleDateString("en-US", { month: "short", year: "numeric" })}
            </span>
          )}
          <span>
            <IconTrendingUp size={16} />
            {count(user.reputation)} reputation
          </span>
          {user.location && (
            <span>
              <IconMapPin size={16} />
              {user.location}
            </span>
          )}
        </div>
      </div>
      <About user={user} />
      {own && (
        <div className={css.edit}>
          <EditProfile user={user}>Edit Profile</EditProfile>
          <ButtonLink to={paths.settings}>Settings</ButtonLink>
        </div>
      )}
    </div>
  );
}

function About({ user }: { user: User }) {
  const links = socialLinks(user.socialLinks);
  if (!user.bio && links.length === 0) return null;
  return (
    <div className={css.about}>
      {user.bio && <p className={css.bio}>{user.bio}</p>}
      {links.length > 0 && (
        <ul className={css.line} aria-label="Elsewhere">
          {links.map(({ site, label, href }) => {
            const Icon = icons[site];
            return (
              <li key={site}>
                <a href={href} target="_blank" rel="nofollow ugc noopener me">
                  <Icon size={16} />
                  {label}
                </a>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
