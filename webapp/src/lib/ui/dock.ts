/**
 * A ref for a bar at the bottom edge. It publishes the height of the bar as --uv-dock on the root element, so that the bar
 * does not cover a field that gets the focus. The height is 0 while the bar is hidden.
 */
export function dockRef(bar: HTMLElement | null) {
  if (!bar) return;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty("--uv-dock", `${bar.offsetHeight}px`));
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.removeProperty("--uv-dock");
  };
}
