import type { ReactNode } from "react";

/** The heading of a screen, with a slug beside it and a sentence below. */
export function PageHead({ title, slug, children }: { title: string; slug?: string; children?: ReactNode }) {
  return (
    <div style={{ marginBottom: 32 }}>
      <div style={{ display: "flex", alignItems: "baseline", gap: 12, flexWrap: "wrap" }}>
        <h1 className="h1">{title}</h1>
        {slug && <span className="slug">{slug}</span>}
      </div>
      {children && (
        <p className="quiet" style={{ marginTop: 8, maxWidth: "60ch" }}>
          {children}
        </p>
      )}
    </div>
  );
}
