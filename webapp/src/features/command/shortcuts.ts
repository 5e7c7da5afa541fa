import { paths } from "../../lib/page/paths";
import { modKey } from "../../lib/ui/keys";

/** What a shortcut does: it opens a path or performs an act. The browser or another component handles "elsewhere". */
export type Act =
  | { to: string }
  | { act: "search" | "keys" | "save" | "next" | "previous" | "up" | "down" }
  | { act: "elsewhere" };

export type Shortcut = {
  /** The keys by their names in KeyboardEvent, in sequence: "g h". Mod is ⌘ on a Mac, otherwise Ctrl. */
  keys: string;
  does: string;
} & Act;

/** All keyboard shortcuts. Both the list of shortcuts and the key handler read this table. */
export const shortcutGroups: { name: string; shortcuts: Shortcut[] }[] = [
  {
    name: "Anywhere",
    shortcuts: [
      { keys: "Mod+k", does: "Search and commands", act: "elsewhere" },
      { keys: "/", does: "Search", act: "search" },
      { keys: "?", does: "Keyboard shortcuts", act: "keys" },
      { keys: "s", does: "Save this", act: "save" },
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
      { keys: "g t", does: "Top Projects", to: paths.top },
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

/** The keys that open a path. */
export const keysTo = (path: string): string | undefined =>
  all.find((shortcut) => "to" in shortcut && shortcut.to === path)?.keys;

/** The shortcut of the pressed keys; "more" if they are the start of one; undefined for all others. */
export function follow(pressed: string): Shortcut | "more" | undefined {
  const done = all.find((shortcut) => shortcut.keys === pressed);
  if (done) return "act" in done && done.act === "elsewhere" ? undefined : done;
  return all.some((shortcut) => shortcut.keys.startsWith(`${pressed} `)) ? "more" : undefined;
}

type Pressed = Pick<KeyboardEvent, "key" | "code" | "shiftKey">;

/** The name of a key in the table. On layouts without Latin letters it is the Latin letter at the same place. */
export function keyName({ key, code, shiftKey }: Pressed): string {
  if (/^[A-Za-z]$/.test(key)) return shiftKey ? key.toUpperCase() : key.toLowerCase();
  const place = /^Key([A-Z])$/.exec(code)?.[1];
  if (key.length === 1 && key > "\u007f" && place) return shiftKey ? place : place.toLowerCase();
  return key;
}

const names: Record<string, string> = { Mod: modKey, Escape: "Esc", Enter: "Enter" };

/** The labels of the keys, one list for each press: [["Ctrl", "K"]], [["G"], ["H"]]. */
export const shownKeys = (keys: string): string[][] =>
  keys.split(" ").map((press) => press.split("+").map((key) => names[key] ?? key.toUpperCase()));
