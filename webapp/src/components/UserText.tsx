import { useRouter } from "@tanstack/react-router";
import { type MouseEvent, useEffect, useRef } from "react";
import css from "./UserText.module.css";

/**
 * A user's text as HTML, rendered by the server (backend/platform/markdown). HTML enters the page only here, so pass only
 * fields that the API documents as sanitized HTML.
 */
export function UserText({ html }: { html: string }) {
  const router = useRouter();
  const text = useRef<HTMLDivElement>(null);
  // An image of another site may be gone: its description takes its place. Errors do not bubble.
  useEffect(() => {
    const element = text.current;
    const describe = ({ target }: Event) => {
      if (target instanceof HTMLImageElement) target.replaceWith(target.alt);
    };
    element?.addEventListener("error", describe, true);
    return () => element?.removeEventListener("error", describe, true);
  }, []);
  // Mentions link to profiles: without the router, a click would load the page anew. Enter on a link is a click too.
  const follow = (event: MouseEvent) => {
    const path = event.target instanceof Element ? event.target.closest("a")?.getAttribute("href") : undefined;
    if (!path?.startsWith("/profile/")) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void router.navigate({ href: path });
  };
  return (
    // The direction follows the first letter, so that list markers stand where the lines begin.
    // biome-ignore lint/a11y/noStaticElementInteractions: only its links are clicked
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
    <div ref={text} dir="auto" className={css.text} onClick={follow} dangerouslySetInnerHTML={{ __html: html }} />
  );
}
