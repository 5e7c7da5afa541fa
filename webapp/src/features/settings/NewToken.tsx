import { Button } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useId, useState } from "react";
import { copyText } from "../../lib/clipboard";
import { toastError } from "../../lib/toast";
import css from "./Settings.module.css";

/** The one time that a token is shown. */
export function NewToken({ token, name, onDone }: { token: string; name: string; onDone: () => void }) {
  const [copied, setCopied] = useState(false);
  const heading = useId();
  const warning = useId();
  const copy = async () => {
    if (await copyText(token)) setCopied(true);
    else toastError("Error", "Failed to copy. Select the token and copy it yourself.");
  };
  return (
    <section className={css.made} aria-labelledby={heading}>
      <h3 id={heading}>{name}</h3>
      <p id={warning}>Copy it now; you won't see it again. Treat it like a password.</p>
      <code>{token}</code>
      <div className="btnrow">
        <Button variant="filled" aria-describedby={warning} onClick={copy} autoFocus>
          {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          {copied ? "Copied" : "Copy Token"}
        </Button>
        <Button onClick={onDone}>Done</Button>
      </div>
      <span className="sr" role="status">
        {copied ? "Token copied" : ""}
      </span>
    </section>
  );
}
