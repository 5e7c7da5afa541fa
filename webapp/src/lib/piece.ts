import { toast, toastError } from "./toast";

// Long enough for a line that broke to come back, short enough for somebody who waits.
const pause = 500;

/** A piece of the app that did not come. To a reader it is a server that could not be reached. */
export class MissingPiece extends TypeError {}

// Stylesheets that did not come. The build's own loader asks for each of them once, and would then show a screen without it.
const broken = new Set<HTMLLinkElement>();

/** Notices stylesheets that do not come; to be called before any piece is loaded. */
export function watchStyles(): void {
  const notice = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === "stylesheet") broken.add(target);
  };
  window.addEventListener("error", notice, { capture: true });
}

/** Loads a piece of the app, a module with its styles. One that does not come is asked for once more. */
export async function piece<T>(load: () => Promise<T>): Promise<T> {
  const all = async () => {
    await Promise.all([...broken].map(askAgain));
    return load();
  };
  try {
    return await all();
  } catch {
    await new Promise((over) => window.setTimeout(over, pause));
  }
  try {
    return await all();
  } catch (cause) {
    throw new MissingPiece("A piece of the app did not load.", { cause });
  }
}

function askAgain(link: HTMLLinkElement) {
  const again = link.cloneNode() as HTMLLinkElement;
  broken.delete(link);
  link.replaceWith(again);
  return new Promise((resolve, reject) => {
    again.addEventListener("load", resolve);
    again.addEventListener("error", () => reject(new Error(`No styles from ${again.href}`)));
  });
}

/** Whether the server has another release of the app than the one that runs here. It fails when it cannot be reached. */
export async function isOutdated(): Promise<boolean> {
  const page = await fetch("/", { cache: "no-store" });
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return page.ok && entry !== null && !(await page.text()).includes(new URL(entry.src).pathname);
}

/** Tells of a piece that did not come, where a reload would take away what somebody is doing. */
export async function tellMissing(): Promise<void> {
  if (await isOutdated().catch(() => false)) {
    toast("A new version is here", "Reload the page to go on.", {
      label: "Reload",
      run: () => window.location.reload(),
    });
  } else {
    toastError("Error", "This part of the page did not load. Check your connection and try again.");
  }
}
