// The name of the author is in the first line of a reply.
const firstLine = 48;

/**
 * Focuses a reply that the reader has posted, without a scroll, so that the reader stays in the same place. If the reply is
 * not on the screen, `place` is focused instead and the result is false.
 */
export function focusPosted(reply: HTMLElement | null, place: HTMLElement | null): boolean {
  const shown = reply !== null && isOnScreen(reply);
  (shown ? reply : place)?.focus({ preventScroll: true });
  return shown;
}

function isOnScreen(reply: HTMLElement): boolean {
  const { top } = reply.getBoundingClientRect();
  return top >= parseFloat(getComputedStyle(reply).scrollMarginTop) && top + firstLine <= window.innerHeight;
}
