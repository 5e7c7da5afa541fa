import "@mantine/spotlight/styles.layer.css";
import { ActionIcon, Combobox, Group, Kbd, Loader, TextInput, useCombobox } from "@mantine/core";
import { Spotlight } from "@mantine/spotlight";
import { IconSearch, IconX } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useSuggestions } from "../../components/search/useSuggestions";
import { useOpenRegistration } from "../../lib/board/board";
import { useSession } from "../../lib/session/session";
import { plural } from "../../lib/text/text";
import { palette, paletteStore } from "../../lib/ui/palette";
import { useTheme } from "../../lib/ui/theme";
import css from "./Command.module.css";
import { commandsFor } from "./commands";
import { Keys } from "./Keys";
import { OptionLine } from "./OptionLine";
import { groupsOf, type Option } from "./options";
import { readRecent } from "./recent";
import { useChoose } from "./useChoose";
import { useOwnProjects } from "./useOwnProjects";
import { useSearch } from "./useSearch";

const pageStep = 5;

/** Searches projects, threads, stories, people, pages and commands. */
export function Palette({ onKeys }: { onKeys: () => void }) {
  // If it opened while its code was loading: Mantine returns focus only if it has seen it closed.
  useEffect(() => {
    if (!paletteStore.getState().opened) return;
    palette.close();
    window.setTimeout(palette.open);
  }, []);
  return (
    <Spotlight.Root
      store={paletteStore}
      shortcut={null}
      size={640}
      yOffset="12dvh"
      centered={false}
      overlayProps={{}}
      classNames={{ inner: css.inner, content: css.palette, body: css.body }}
      attributes={{ content: { "aria-label": "Search and commands", "data-palette": true } }}
    >
      <Content onKeys={onKeys} />
    </Spotlight.Root>
  );
}

// Spotlight's own list has no listbox semantics, so the options are Combobox's. Focus stays in the input.
function Content({ onKeys }: { onKeys: () => void }) {
  const canRegister = useOpenRegistration();
  const { status, user } = useSession();
  const { theme } = useTheme();
  const [typed, setTyped] = useState("");
  const [recent] = useState(() => readRecent(user?.id));
  const search = useSearch(typed);
  const own = useOwnProjects(user?.id);
  const terms = useSuggestions(typed);
  const groups = groupsOf({
    typed,
    recent,
    own,
    commands: commandsFor(user, theme, canRegister, status === "guest"),
    found: search,
    failed: search.failed,
    terms,
  });
  const options = groups.flatMap((group) => group.options);

  // Kept by id: results that arrive above the active option must not move it.
  const [activeId, setActiveId] = useState("");
  const active = options.find(({ id }) => id === activeId) ?? options[0];
  const type = (text: string) => {
    setTyped(text);
    setActiveId("");
    list.current?.scrollTo(0, 0);
  };
  const open = useChoose({ account: user?.id, onClose: palette.close, onRetry: search.retry, onKeys });
  const choose = (option: Option) => (option.kind === "term" ? type(option.search) : open(option));

  const prefix = useId();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (activeId) list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [activeId]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const at = active ? options.indexOf(active) : 0;
    const places: Record<string, number> = {
      ArrowDown: (at + 1) % options.length,
      ArrowUp: (at - 1 + options.length) % options.length,
      Home: 0,
      End: options.length - 1,
      PageDown: Math.min(at + pageStep, options.length - 1),
      PageUp: Math.max(at - pageStep, 0),
    };
    const next = places[event.key];
    if (next !== undefined) setActiveId(options[next]?.id ?? "");
    else if (event.key === "Enter" && active) choose(active);
    else return;
    event.preventDefault();
  };

  return (
    <Combobox store={useCombobox()}>
      <TextInput
        data-autofocus
        variant="unstyled"
        size="lg"
        classNames={{ input: css.input }}
        leftSection={search.pending ? <Loader size={18} color="lamp" /> : <IconSearch size={18} />}
        rightSection={
          <ActionIcon aria-label="Close" onClick={palette.close}>
            <IconX size={18} />
          </ActionIcon>
        }
        role="combobox"
        aria-label="Search projects, threads, stories, people and commands"
        aria-expanded={options.length > 0}
        aria-controls={`${prefix}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active && `${prefix}-${active.id}`}
        placeholder="Search the board"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={200}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Combobox.Options ref={list} id={`${prefix}-list`} className={css.list} aria-label="Results">
        {groups.map((group) => (
          <Combobox.Group key={group.name} label={group.name} classNames={{ groupLabel: css.group }}>
            {group.options.map((option) => (
              <OptionLine
                key={option.id}
                id={`${prefix}-${option.id}`}
                option={option}
                words={["explore", "retry", "term"].includes(option.kind) ? [] : typed.trim().split(/\s+/)}
                active={option === active}
                onPoint={() => setActiveId(option.id)}
                onChoose={() => choose(option)}
              />
            ))}
          </Combobox.Group>
        ))}
      </Combobox.Options>
      <p className="sr" role="status">
        {search.pending ? "Searching" : plural(options.length, "result")}
      </p>
      <Group h={40} flex="none" gap={16} px={16} fz="xs" c="dimmed" className={css.foot} aria-hidden="true">
        <span>
          <Kbd>↑</Kbd> <Kbd>↓</Kbd> move
        </span>
        <span>
          <Kbd>Enter</Kbd> open
        </span>
        <span>
          <Kbd>Esc</Kbd> close
        </span>
        <Group gap={4} ml="auto">
          <Keys keys="?" /> shortcuts
        </Group>
      </Group>
    </Combobox>
  );
}
