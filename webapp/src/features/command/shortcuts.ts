import { paths } from "../../lib/paths";

/** What a key does: leads somewhere, is one of these acts, or belongs to the browser or to another part of the page. */
export type Act =
  | { to: string }
  | { act: "search" | "keys" | "next" | "previous" | "up" | "down" }
  | { act: "elsewhere" };

export type Shortcut = {
  /** Keys as KeyboardEvent names them, one after the other: "g h". Mod is ⌘ on a Mac, else Ctrl. */
  keys: string;
  does: string;
} & Act;

/** Every key that the product listens to, by where it helps. The sheet shows this table, and the keys obey it. */
export const shortcutGroups: { name: string; shortcuts: Shortcut[] }[] = [
  {
    name: "Anywhere",
    shortcuts: [
      { keys: "Mod+k", does: "Search and commands", act: "elsewhere" },
      { keys: "/", does: "Search", act: "search" },
      { keys: "?", does: "Keyboard shortcuts", act: "keys" },
      { keys: "Escape", does: "Close dialog", act: "elsewhere" },
      { keys: "F8", does: "Notifications", act: "elsewhere" },
    ],
  },
  {
    name: "Projects",
    shortcuts: [
      { keys: "j", does: "Next project", act: "next" },
      { keys: "k", does: "Previous project", act: "previous" },
      { keys: "Enter", does: "Open the project", act: "elsewhere" },
      { keys: "u", does: "Upvote", act: "up" },
      { keys: "d", does: "Downvote", act: "down" },
    ],
  },
  {
    name: "Go to",
    shortcuts: [
      { keys: "g h", does: "Home", to: paths.home },
      { keys: "g e", does: "Explore", to: paths.explore },
      { keys: "g s", does: "Submit Project", to: paths.submit },
      { keys: "g p", does: "Profile", to: "/profile" },
      { keys: "g d", does: "Discuss", to: paths.discuss },
      { keys: "g n", does: "News", to: paths.news },
      { keys: "g b", does: "Stories", to: paths.stories },
      { keys: "g k", does: "VibeKit", to: paths.toolkit },
    ],
  },
];

const all = shortcutGroups.flatMap(({ shortcuts }) => shortcuts);

/** The keys that lead to an address, for those who look for it another way. */
export const keysTo = (path: string): string | undefined =>
  all.find((shortcut) => "to" in shortcut && shortcut.to === path)?.keys;

/** What has been typed so far comes to: a shortcut, the beginning of one, or nothing. */
export function follow(typed: string): Shortcut | "more" | undefined {
  const done = all.find((shortcut) => shortcut.keys === typed);
  if (done) return "act" in done && done.act === "elsewhere" ? undefined : done;
  return all.some((shortcut) => shortcut.keys.startsWith(`${typed} `)) ? "more" : undefined;
}

type Pressed = Pick<KeyboardEvent, "key" | "code" | "shiftKey">;

/** The key as the table names it, on any layout: the letter that stands there where the layout has other letters. */
export function keyName({ key, code, shiftKey }: Pressed): string {
  if (/^[A-Za-z]$/.test(key)) return shiftKey ? key.toUpperCase() : key.toLowerCase();
  const place = /^Key([A-Z])$/.exec(code)?.[1];
  if (key.length === 1 && key > "\u007f" && place) return shiftKey ? place : place.toLowerCase();
  return key;
}

const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? "");
const names: Record<string, string> = { Mod: isMac ? "⌘" : "Ctrl", Escape: "Esc", Enter: "Enter" };

/** The keys as they are shown, each press on its own: [["Ctrl", "K"]], [["G"], ["H"]]. */
export const shownKeys = (keys: string): string[][] =>
  keys.split(" ").map((press) => press.split("+").map((key) => names[key] ?? key.toUpperCase()));
