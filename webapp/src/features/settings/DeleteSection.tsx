import { Button } from "@mantine/core";
import { IconAlertCircle } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { DeletedContent } from "../../gen/uvboard/v1/account_service_pb";
import type { SessionUser } from "../../gen/uvboard/v1/user_pb";
import { useDialog } from "../../lib/useDialog";
import { DeleteDialog } from "./DeleteDialog";
import { Section } from "./Section";
import css from "./Settings.module.css";

const choices = [
  {
    content: DeletedContent.ERASE,
    name: "Erase everything",
    text: "Your projects go, with their votes and pictures, and every vote you cast is taken back.",
  },
  {
    content: DeletedContent.ANONYMISE,
    name: "Leave my work",
    text: "Your projects and votes stay. The projects are by “Deleted member”, and nothing leads to you.",
  },
];

/** Deletes the account, once it is said what becomes of what the member made. */
export function DeleteSection({ user }: { user: SessionUser }) {
  const [content, setContent] = useState<DeletedContent>();
  const [unsaid, setUnsaid] = useState(false);
  const dialog = useDialog();
  const first = useRef<HTMLInputElement>(null);
  const ask = () => {
    if (content) {
      dialog.open();
      return;
    }
    setUnsaid(true);
    first.current?.focus();
  };

  return (
    <Section
      title="Delete Account"
      text="You are logged out everywhere at once. Your profile, sessions and access tokens are gone, and your username and email address are free for others. Nobody can bring them back."
    >
      <fieldset className={css.choices}>
        <legend>What becomes of what you made?</legend>
        {choices.map((choice, i) => (
          <label key={choice.name} className={css.choice}>
            <input
              ref={i === 0 ? first : undefined}
              type="radio"
              name="content"
              aria-invalid={unsaid || undefined}
              checked={content === choice.content}
              aria-describedby={unsaid ? "content-fault" : undefined}
              onChange={() => {
                setContent(choice.content);
                setUnsaid(false);
              }}
            />
            <span>
              <b>{choice.name}</b>
              <span>{choice.text}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {unsaid && (
        <p id="content-fault" className={css.fault} role="alert">
          <IconAlertCircle size={16} />
          Choose what becomes of what you made
        </p>
      )}
      <Button color="quench" onClick={ask}>
        Delete Account
      </Button>
      <DeleteDialog
        key={dialog.key}
        user={user}
        content={content ?? DeletedContent.ERASE}
        opened={dialog.opened}
        onClose={dialog.close}
      />
    </Section>
  );
}
