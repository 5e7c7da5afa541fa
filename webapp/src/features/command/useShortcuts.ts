import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import { palette } from "../../lib/palette";
import { pressVote, stepCard } from "./cards";
import { shortcutsOn } from "./preference";
import { follow, keyName, type Shortcut } from "./shortcuts";

// The second key of two must come within this time.
const patience = 1500;

/** Makes the keys of the table act, wherever nobody is typing and nothing lies over the page. */
export function useShortcuts(showKeys: () => void): void {
  const navigate = useNavigate();
  const act = useEffectEvent((shortcut: Shortcut) => {
    if ("to" in shortcut) void navigate({ to: shortcut.to });
    else if (shortcut.act === "search") search();
    else if (shortcut.act === "keys") showKeys();
    else if (shortcut.act === "next") stepCard(1);
    else if (shortcut.act === "previous") stepCard(-1);
    else if (shortcut.act === "up" || shortcut.act === "down") pressVote(shortcut.act);
  });

  useEffect(() => {
    let typed = "";
    let at = 0;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.isComposing) return;
      if (["Shift", "CapsLock"].includes(event.key)) return;
      if (!shortcutsOn() || isTyping(event.target) || document.querySelector('[aria-modal="true"]')) return;
      const key = keyName(event);
      // When the keys were pressed counts, not when a page that has much to do comes to them.
      const first = event.timeStamp - at < patience ? typed : "";
      const found = (first && follow(`${first} ${key}`)) || follow(key);
      typed = found === "more" ? key : "";
      at = event.timeStamp;
      if (!found || found === "more") return;
      // A held key steps on through a list, and does nothing else again.
      if (event.repeat && !("act" in found && ["next", "previous"].includes(found.act))) return;
      event.preventDefault();
      act(found);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}

// The search of the screen where it has one.
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

/** Whether keys pressed there are meant for it: a field of text, a list to choose from, a film's controls. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !notTyped.has(target.type);
  return target.isContentEditable || ["TEXTAREA", "SELECT", "VIDEO", "AUDIO", "IFRAME"].includes(target.tagName);
}
