import { Badge } from "@mantine/core";
import { EmptyState } from "../../components/States";
import type { User } from "../../gen/uvboard/v1/user_pb";
import { toDate } from "../../lib/time";
import { EditProfile } from "./EditProfile";
import css from "./Profile.module.css";

/** What the person says of themselves. */
export function AboutTab({ user, own }: { user: User; own: boolean }) {
  const joined = toDate(user.joinedAt);
  const silent = !user.bio && user.skills.length === 0 && !user.location;
  return (
    <>
      <h2 className="sr">About</h2>
      {silent && (
        <div className={css.silent}>
          <EmptyState
            title={own ? "Add more information about yourself" : "No additional information available"}
            action={own && <EditProfile user={user}>Complete Your Profile</EditProfile>}
          />
        </div>
      )}
      <dl className={css.facts}>
        {user.bio && (
          <div>
            <dt>Bio</dt>
            <dd className={css.bio}>{user.bio}</dd>
          </div>
        )}
        {user.skills.length > 0 && (
          <div>
            <dt>Skills &amp; Tech Stack</dt>
            <dd className="tags">
              {user.skills.map((skill) => (
                <Badge key={skill}>{skill}</Badge>
              ))}
            </dd>
          </div>
        )}
        {user.location && (
          <div>
            <dt>Location</dt>
            <dd>{user.location}</dd>
          </div>
        )}
        {joined && (
          <div>
            <dt>Member Since</dt>
            <dd>{joined.toLocaleDateString("en-US", { month: "long", year: "numeric" })}</dd>
          </div>
        )}
      </dl>
    </>
  );
}
