import { toastError } from "../ui/toast";

// Long enough for a short network failure to pass.
const retryDelayMs = 500;

/** A part of the app that could not be loaded. As a TypeError it is reported like an unreachable server. */
export class LoadError extends TypeError {}

// Stylesheets that failed to load. Vite's loader requests each stylesheet once and would then show the screen without it.
const failedStylesheets = new Set<HTMLLinkElement>();

/** Records stylesheets that fail to load. Call this before anything is loaded lazily. */
export function watchStylesheets(): void {
  const record = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === "stylesheet") failedStylesheets.add(target);
  };
  window.addEventListener("error", record, { capture: true });
}

/**
 * Loads a module and its stylesheets, with one retry. Rejects with a LoadError if the retry fails too, as it does in browsers that
 * remember a script that did not load until the page is loaded anew.
 */
export async function lazyWithRetry<T>(load: () => Promise<T>): Promise<T> {
  const attempt = async () => {
    await Promise.all([...failedStylesheets].map(reloadStylesheet));
    return load();
  };
  try {
    return await attempt();
  } catch {
    await new Promise((resolve) => window.setTimeout(resolve, retryDelayMs));
  }
  try {
    return await attempt();
  } catch (cause) {
    throw new LoadError("A part of the app did not load.", { cause });
  }
}

function reloadStylesheet(link: HTMLLinkElement) {
  const copy = link.cloneNode() as HTMLLinkElement;
  failedStylesheets.delete(link);
  link.replaceWith(copy);
  return new Promise((resolve, reject) => {
    copy.addEventListener("load", resolve);
    copy.addEventListener("error", () => reject(new Error(`the stylesheet ${copy.href} did not load`)));
  });
}

/** Whether the server answers. */
export const isReachable = (): Promise<boolean> =>
  fetch("/healthz", { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Reloads the page, unless the server does not answer: then the browser would replace it by an error page. */
export async function reload(): Promise<void> {
  if (await isReachable()) window.location.reload();
  else toastError("Error", "The server could not be reached. Check your connection and try again.");
}

/** Shows a toast for a part that did not load, where an automatic reload would lose the user's input. */
export function toastLoadError(): void {
  toastError("Error", "This part of the page did not load. Reload the page to go on.", {
    label: "Reload",
    run: reload,
  });
}
