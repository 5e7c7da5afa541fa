import { toastError } from "../../lib/ui/toast";

// The title link of a project in a list has the attribute data-project, a vote button data-vote, and the header of a
// project page data-open-project. The shortcuts click these elements.
const titles = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>("main a[data-project]")].filter((link) => link.checkVisibility());

const cardOf = (element: Element | null): Element | null =>
  element?.closest("article, li, tr")?.querySelector("a[data-project]") ? element.closest("article, li, tr") : null;

/** Moves focus to the next or previous project of the list; if no project has focus, to the nearest visible one. */
export function stepCard(step: 1 | -1): void {
  const all = titles();
  const now = cardOf(document.activeElement);
  const index = now ? all.findIndex((link) => now.contains(link)) : -1;
  const next = index >= 0 ? all[index + step] : nearestVisible(all, step);
  if (!next) return;
  next.focus({ preventScroll: true });
  const reduced = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  (cardOf(next) ?? next).scrollIntoView({ block: "nearest", behavior: reduced ? "auto" : "smooth" });
}

function nearestVisible(all: HTMLElement[], step: 1 | -1): HTMLElement | undefined {
  const at = (link: HTMLElement) => (cardOf(link) ?? link).getBoundingClientRect();
  const header = document.querySelector("header")?.getBoundingClientRect().bottom ?? 0;
  return step === 1
    ? all.find((link) => at(link).top >= header)
    : all.findLast((link) => at(link).bottom <= window.innerHeight);
}

/** Clicks a vote button of the focused project, or of the project page. */
export function pressVote(side: "up" | "down"): void {
  const card = cardOf(document.activeElement);
  const button = card
    ? findVisible(card, `[data-vote="${side}"]`)
    : findVisible(document, `main [data-open-project] [data-vote="${side}"]`);
  if (button?.ariaDisabled === "true") toastError("You cannot vote on your own content");
  else button?.click();
}

/** Clicks the save button of the list item with the focus, or of the page. */
export function pressSave(): void {
  const item = document.activeElement?.closest("article, li");
  const button = (item && findVisible(item, "[data-save]")) ?? findVisible(document, "main [data-save]");
  button?.click();
}

// Some buttons exist twice, for wide and for narrow screens.
const findVisible = (place: ParentNode, selector: string): HTMLElement | undefined =>
  [...place.querySelectorAll<HTMLElement>(selector)].find((element) => element.checkVisibility());
