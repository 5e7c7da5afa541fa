import { IconUser } from "@tabler/icons-react";
import { useRef } from "react";
import { ButtonLink } from "../../components/ButtonLink";
import { Section } from "../../components/Section";
import type { SessionUser } from "../../gen/uvboard/v1/user_pb";
import { EmailRows } from "./EmailRows";
import { Row } from "./Row";

/** The username and the email of the account. */
export function AccountSection({ user }: { user: SessionUser }) {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <Section
      title="Account"
      text="Your name, picture and links are public. Edit them on your profile."
      heading={heading}
    >
      <ul className="ruled" aria-label="Account">
        <Row
          icon={IconUser}
          title={user.username}
          actions={
            <ButtonLink size="sm" to="/profile/$username" params={{ username: user.username }}>
              View Profile
            </ButtonLink>
          }
        >
          Your username can't be changed.
        </Row>
        <EmailRows user={user} onCancelled={() => heading.current?.focus()} />
      </ul>
    </Section>
  );
}
