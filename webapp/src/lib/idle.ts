/**
 * Runs once the page has loaded and the browser has nothing else to do; not every browser tells when that is.
 * What it gives back calls it off.
 */
export function whenIdle(run: () => void): () => void {
  let callOff = () => window.removeEventListener("load", wait);
  function wait() {
    if (window.requestIdleCallback) {
      const idle = window.requestIdleCallback(run, { timeout: 5000 });
      callOff = () => window.cancelIdleCallback(idle);
    } else {
      const timer = window.setTimeout(run, 2000);
      callOff = () => window.clearTimeout(timer);
    }
  }
  if (document.readyState === "complete") wait();
  else window.addEventListener("load", wait, { once: true });
  return () => callOff();
}
