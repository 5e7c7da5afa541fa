// A screen reader may click without any other input.
const inputs = ["pointerdown", "pointermove", "keydown", "touchstart", "click"];

const phoneDelayMs = 10_000;

/** Whether the main input is a mouse. Phones have less processor time, and neither shortcuts nor tooltips. */
export const hasMouse = (): boolean => window.matchMedia("(hover: hover)").matches;

/**
 * Runs a function at the first input; with a mouse, already when the page has loaded and the browser is idle, else ten
 * seconds later at the latest. Returns a function that cancels it.
 */
export function onFirstUse(run: () => void): () => void {
  const done = new AbortController();
  const once = () => {
    if (done.signal.aborted) return;
    done.abort();
    run();
  };
  for (const input of inputs) window.addEventListener(input, once, { signal: done.signal, passive: true });
  if (hasMouse()) whenIdle(once, done.signal);
  const timer = window.setTimeout(once, phoneDelayMs);
  return () => {
    window.clearTimeout(timer);
    done.abort();
  };
}

/** Runs a function when the page has loaded and the browser is idle. */
export function whenIdle(run: () => void, signal?: AbortSignal): void {
  const wait = () => {
    // Safari has no requestIdleCallback.
    if (window.requestIdleCallback) window.requestIdleCallback(run, { timeout: 5000 });
    else window.setTimeout(run, 2000);
  };
  if (document.readyState === "complete") wait();
  else window.addEventListener("load", wait, { once: true, ...(signal && { signal }) });
}
