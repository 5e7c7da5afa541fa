let isDown = false;

addEventListener("mousedown", () => (isDown = true), true);
for (const end of ["mouseup", "dragend"]) addEventListener(end, () => (isDown = false), true);

/**
 * Runs a function now, or after the click if a mouse button is down. Use it in blur handlers that change the layout:
 * otherwise the button that is being clicked moves before the mouse button is released, and the click is lost.
 */
export function afterMouseUp(run: () => void): void {
  if (!isDown) {
    run();
    return;
  }
  const listening = new AbortController();
  for (const end of ["mouseup", "dragend"])
    addEventListener(
      end,
      () => {
        listening.abort();
        setTimeout(run); // after the click event
      },
      { signal: listening.signal },
    );
}
