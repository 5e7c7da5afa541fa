/** Runs a function when the page has loaded and the browser is idle. Returns a function that cancels it. */
export function whenIdle(run: () => void): () => void {
  let cancel = () => window.removeEventListener("load", wait);
  function wait() {
    if (window.requestIdleCallback) {
      const idle = window.requestIdleCallback(run, { timeout: 5000 });
      cancel = () => window.cancelIdleCallback(idle);
    } else {
      // Safari has no requestIdleCallback.
      const timer = window.setTimeout(run, 2000);
      cancel = () => window.clearTimeout(timer);
    }
  }
  if (document.readyState === "complete") wait();
  else window.addEventListener("load", wait, { once: true });
  return () => cancel();
}
