import { toastError } from "../../lib/toast";

// Lists of projects mark the link of each title with data-project, vote controls their buttons with data-vote, and the
// page of one project what holds its own with data-open-project; what the keys do is then what a press there does.
const titles = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>("main a[data-project]")].filter((link) => link.checkVisibility());

const cardOf = (element: Element | null): Element | null =>
  element?.closest("article, li, tr")?.querySelector("a[data-project]") ? element.closest("article, li, tr") : null;

/** Moves focus to the project after or before the one that has it; from elsewhere, to the nearest one in sight. */
export function stepCard(step: 1 | -1): void {
  const all = titles();
  const now = cardOf(document.activeElement);
  const index = now ? all.findIndex((link) => now.contains(link)) : -1;
  const next = index >= 0 ? all[index + step] : inSight(all, step);
  if (!next) return;
  next.focus({ preventScroll: true });
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  (cardOf(next) ?? next).scrollIntoView({ block: "nearest", behavior: calm ? "auto" : "smooth" });
}

function inSight(all: HTMLElement[], step: 1 | -1): HTMLElement | undefined {
  const at = (link: HTMLElement) => (cardOf(link) ?? link).getBoundingClientRect();
  const header = document.querySelector("header")?.getBoundingClientRect().bottom ?? 0;
  return step === 1
    ? all.find((link) => at(link).top >= header)
    : all.findLast((link) => at(link).bottom <= window.innerHeight);
}

/** Presses a vote button of the project that has focus, or of the one whose page this is. */
export function pressVote(side: "up" | "down"): void {
  const card = cardOf(document.activeElement);
  const button = card
    ? find(card, `[data-vote="${side}"]`)
    : find(document, `main [data-open-project] [data-vote="${side}"]`);
  if (button?.ariaDisabled === "true") toastError("You cannot vote on your own content");
  else button?.click();
}

// Some stand in the page twice, for wide screens and for narrow ones.
const find = (place: ParentNode, selector: string): HTMLElement | undefined =>
  [...place.querySelectorAll<HTMLElement>(selector)].find((one) => one.checkVisibility());
