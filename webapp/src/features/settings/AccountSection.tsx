import { IconUser } from "@tabler/icons-react";
import { useRef } from "react";
import { ButtonLink } from "../../components/ButtonLink";
import type { SessionUser } from "../../gen/uvboard/v1/user_pb";
import { EmailRows } from "./EmailRows";
import { Section } from "./Section";
import css from "./Settings.module.css";

/** Who the member is: in public, and to the board alone. */
export function AccountSection({ user }: { user: SessionUser }) {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <Section
      title="Account"
      text="Your name, picture and links are public. Edit them on your profile."
      heading={heading}
    >
      <ul className={css.rows} aria-label="Account">
        <li className={`${css.row} ${css.wraps}`}>
          <IconUser size={18} />
          <div className={css.words}>
            <b>{user.username}</b>
            <p>Your username can't be changed.</p>
          </div>
          <ButtonLink size="sm" to="/profile/$username" params={{ username: user.username }}>
            View Profile
          </ButtonLink>
        </li>
        <EmailRows user={user} onCancelled={() => heading.current?.focus()} />
      </ul>
    </Section>
  );
}
