import type { ReactNode } from "react";
import { PageHead } from "../../components/PageHead";
import css from "./Prose.module.css";

/** A static page with a single column of text. */
export function Prose({ title, lede, children }: { title: string; lede?: ReactNode; children: ReactNode }) {
  return (
    <div className="wrap page">
      <PageHead title={title}>{lede}</PageHead>
      <div className={css.prose}>{children}</div>
    </div>
  );
}
