import { IconCheck } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef } from "react";
import css from "./Account.module.css";

/** What was asked for has happened: a check, what it means, and the way on. It takes the focus of what it replaces. */
export function Done({ title, text, action }: { title: string; text: ReactNode; action: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={css.done} role="status">
      <IconCheck size={28} aria-hidden="true" />
      <h1 className="h1" ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p>{text}</p>
      <div className="btnrow">{action}</div>
    </div>
  );
}
