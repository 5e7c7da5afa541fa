import { type ReactNode, type Ref, useId } from "react";
import css from "./Settings.module.css";

/**
 * One part of the settings: its heading and what it is about, beside what can be done. The heading can take the focus
 * when that which had it is gone.
 */
export function Section({
  title,
  text,
  heading,
  children,
}: {
  title: string;
  text: string;
  heading?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={css.section} aria-labelledby={id}>
      <div className={css.about}>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <p>{text}</p>
      </div>
      <div className={css.body}>{children}</div>
    </section>
  );
}
