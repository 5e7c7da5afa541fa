const inputs = ["pointerdown", "pointermove", "keydown", "touchstart"];

/**
 * Runs a function at the first input; with a mouse, already when the page has loaded and the browser is idle. Phones have
 * less processor time, and no shortcuts and tooltips. Returns a function that cancels it.
 */
export function onFirstUse(run: () => void): () => void {
  const done = new AbortController();
  const once = () => {
    if (done.signal.aborted) return;
    done.abort();
    run();
  };
  for (const input of inputs) window.addEventListener(input, once, { signal: done.signal, passive: true });
  if (window.matchMedia("(hover: hover)").matches) whenIdle(once, done.signal);
  return () => done.abort();
}

function whenIdle(run: () => void, signal: AbortSignal) {
  const wait = () => {
    // Safari has no requestIdleCallback.
    if (window.requestIdleCallback) window.requestIdleCallback(run, { timeout: 5000 });
    else window.setTimeout(run, 2000);
  };
  if (document.readyState === "complete") wait();
  else window.addEventListener("load", wait, { once: true, signal });
}
