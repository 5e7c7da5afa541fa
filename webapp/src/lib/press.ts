let pressed = false;

addEventListener("mousedown", () => (pressed = true), true);
for (const end of ["mouseup", "dragend"]) addEventListener(end, () => (pressed = false), true);

/**
 * Runs something once no mouse button is down, now or after the click. What a field says when it is left may move what
 * follows it: the button that was pressed to leave it would be gone before it is let go, and the click lost.
 */
export function afterPress(run: () => void): void {
  if (!pressed) {
    run();
    return;
  }
  const after = new AbortController();
  for (const end of ["mouseup", "dragend"])
    addEventListener(
      end,
      () => {
        after.abort();
        setTimeout(run); // the click comes first
      },
      { signal: after.signal },
    );
}
