import { useWindowEvent } from "@mantine/hooks";
import { useNavigate } from "@tanstack/react-router";
import { useRef } from "react";
import { palette } from "../../lib/ui/palette";
import { pressSave, pressVote, stepCard } from "./cards";
import { follow, keyName, type Shortcut } from "./shortcuts";
import { useSingleKeys } from "./useSingleKeys";

// The longest time between the two keys of a sequence.
const sequenceMs = 1500;

/** Handles the keyboard shortcuts, unless the user is typing or a dialog is open. */
export function useShortcuts(showKeys: () => void): void {
  const navigate = useNavigate();
  const { on } = useSingleKeys();
  const last = useRef({ key: "", at: 0 });

  const run = (shortcut: Shortcut) => {
    if ("to" in shortcut) void navigate({ to: shortcut.to });
    else if (shortcut.act === "search") search();
    else if (shortcut.act === "keys") showKeys();
    else if (shortcut.act === "save") pressSave();
    else if (shortcut.act === "next") stepCard(1);
    else if (shortcut.act === "previous") stepCard(-1);
    else if (shortcut.act === "up" || shortcut.act === "down") pressVote(shortcut.act);
  };

  useWindowEvent("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.isComposing) return;
    if (["Shift", "CapsLock"].includes(event.key)) return;
    if (!on || isTyping(event.target) || document.querySelector('[aria-modal="true"]')) return;
    const key = keyName(event);
    // The time of the key press, not of its handling, which a busy page may delay.
    const first = event.timeStamp - last.current.at < sequenceMs ? last.current.key : "";
    const found = (first && follow(`${first} ${key}`)) || follow(key);
    last.current = { key: found === "more" ? key : "", at: event.timeStamp };
    if (!found || found === "more") return;
    // A key that is held down repeats steps through a list only.
    if (event.repeat && !("act" in found && ["next", "previous"].includes(found.act))) return;
    event.preventDefault();
    run(found);
  });
}

// Focuses the search box of the screen; opens the palette if there is none.
function search() {
  const box = document.querySelector<HTMLInputElement>('main input[type="search"]');
  if (!box) {
    palette.open();
    return;
  }
  box.focus();
  box.select();
}

const notTyped = new Set(["button", "checkbox", "radio", "submit", "reset", "file", "range", "color"]);

/** Whether the element handles keys itself: text fields, selects and media controls. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !notTyped.has(target.type);
  return target.isContentEditable || ["TEXTAREA", "SELECT", "VIDEO", "AUDIO", "IFRAME"].includes(target.tagName);
}
