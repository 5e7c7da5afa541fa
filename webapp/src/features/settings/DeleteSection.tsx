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
    text: "Deletes your projects with their images and votes, and removes every vote you cast.",
  },
  {
    content: DeletedContent.ANONYMISE,
    name: "Keep my projects",
    text: "They stay online, credited to “Deleted member”, with no link to you. Your votes still count.",
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
      text="Deletes your profile, sessions and tokens and logs you out everywhere. Your username becomes available to others. This can't be undone."
    >
      <fieldset className={css.choices}>
        <legend>What should happen to your projects?</legend>
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
          Choose what happens to your projects
        </p>
      )}
      <Button variant="outline" color="quench" onClick={ask}>
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
