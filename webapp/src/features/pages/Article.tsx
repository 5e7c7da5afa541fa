import { type ReactNode, useId } from "react";
import { formatDate } from "../../lib/time";
import css from "./Article.module.css";

/** A static page whose sections put the heading beside the text. */
export function Article({ title, lede, children }: { title: string; lede: ReactNode; children: ReactNode }) {
  return (
    <article className="wrap page">
      <header className={css.head}>
        <h1 className="h1">{title}</h1>
        <p className={css.lede}>{lede}</p>
      </header>
      {children}
    </article>
  );
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={css.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className={css.body}>{children}</div>
    </section>
  );
}

/** Shows today's date, as the spec requires for these pages. */
export function LastUpdated() {
  const today = new Date();
  return (
    <>
      Last updated: <time dateTime={today.toISOString().slice(0, 10)}>{formatDate(today)}</time>
    </>
  );
}
