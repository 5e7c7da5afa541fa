import { IconSearch, IconX } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { IconButton } from "../../components/Button";
import { isBackdrop, useModal } from "../../components/useModal";
import { useSession } from "../../lib/session";
import { plural } from "../../lib/text";
import { useTheme } from "../../lib/theme";
import css from "./Command.module.css";
import { commandsFor } from "./commands";
import { Keys } from "./Keys";
import { OptionLine } from "./OptionLine";
import { groupsOf, type Option } from "./options";
import { readRecent } from "./recent";
import { useChoose } from "./useChoose";
import { useOwnProjects, useProjectSearch } from "./useProjects";

/** Searches projects and leads anywhere, from one line. Focus stays in it; the arrows move through what it offers. */
export function Palette({ onClose }: { onClose: () => void }) {
  const modal = useModal(onClose);
  const { user } = useSession();
  const theme = useTheme();
  const [typed, setTyped] = useState("");
  const [recent] = useState(() => readRecent(user?.id));
  const search = useProjectSearch(typed);
  const own = useOwnProjects(user?.id);
  const groups = groupsOf({
    typed,
    recent,
    own,
    commands: commandsFor(user, theme),
    found: search.projects,
    failed: Boolean(search.error),
  });
  const options = groups.flatMap((group) => group.options);

  // The place is an option's, not a number: what comes in above must not move it under the finger on Enter.
  const [chosen, setChosen] = useState("");
  const active = options.find(({ id }) => id === chosen) ?? options[0];
  const choose = useChoose({ account: user?.id, onClose, onRetry: search.retry });

  const id = useId();
  const idOf = (option: Option) => `${id}-${option.id}`;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (chosen) list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [chosen]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const at = active ? options.indexOf(active) : 0;
    const places: Record<string, number> = {
      ArrowDown: (at + 1) % options.length,
      ArrowUp: (at - 1 + options.length) % options.length,
      Home: 0,
      End: options.length - 1,
      PageDown: Math.min(at + 5, options.length - 1),
      PageUp: Math.max(at - 5, 0),
    };
    const next = places[event.key];
    if (next !== undefined) setChosen(options[next]?.id ?? "");
    else if (event.key === "Enter" && active) choose(active);
    else return;
    event.preventDefault();
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the press outside is a pointer's shortcut; Escape closes by keyboard
    <dialog
      {...modal}
      data-palette
      className={css.palette}
      aria-label="Search and commands"
      onClick={(event) => isBackdrop(event) && onClose()}
    >
      <div className={css.line}>
        <IconSearch size={18} />
        <input
          // The browser's own way of saying where a dialog's focus begins.
          autoFocus
          type="text"
          role="combobox"
          aria-label="Search projects, pages and commands"
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={active && idOf(active)}
          placeholder="Search projects, pages and commands"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={200}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setChosen("");
            list.current?.scrollTo(0, 0);
          }}
          onKeyDown={onKeyDown}
        />
        <IconButton label="Close" className={css.close} onClick={onClose}>
          <IconX size={18} />
        </IconButton>
        <span className={css.progress} data-on={search.pending || undefined} aria-hidden="true" />
      </div>
      <div ref={list} className={css.list} role="listbox" id={`${id}-list`} aria-label="Results">
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox groups its options by this role
          <div key={group.name} role="group" aria-labelledby={`${id}-${group.name}`}>
            <div className={css.group} id={`${id}-${group.name}`}>
              {group.name}
            </div>
            {group.options.map((option) => (
              <OptionLine
                key={option.id}
                id={idOf(option)}
                option={option}
                active={option === active}
                onPoint={() => setChosen(option.id)}
                onChoose={() => choose(option)}
              />
            ))}
          </div>
        ))}
      </div>
      <p className="sr" role="status">
        {search.pending ? "Searching" : plural(options.length, "result")}
      </p>
      <div className={css.foot} aria-hidden="true">
        <span>
          <kbd>↑</kbd>
          <kbd>↓</kbd> move
        </span>
        <span>
          <kbd>Enter</kbd> open
        </span>
        <span>
          <kbd>Esc</kbd> close
        </span>
        <span className={css.footEnd}>
          <Keys keys="?" /> shortcuts
        </span>
      </div>
    </dialog>
  );
}
