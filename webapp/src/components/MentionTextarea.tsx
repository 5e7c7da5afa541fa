import { useQuery } from "@connectrpc/connect-query";
import { Combobox, Group, Textarea, type TextareaProps, useCombobox, VisuallyHidden } from "@mantine/core";
import { useDebouncedValue, useMergedRef } from "@mantine/hooks";
import { keepPreviousData } from "@tanstack/react-query";
import { createContext, type KeyboardEvent, type Ref, use, useId, useRef, useState } from "react";
import type { Author } from "../gen/uvboard/v1/common_pb";
import { UserService } from "../gen/uvboard/v1/user_service_pb";
import { stale } from "../lib/server/stale";
import { mentionAt, type Typed, withPrefix } from "../lib/text/mention";
import { handle, plural } from "../lib/text/text";
import { placeOf, typeInto } from "../lib/text/textArea";
import { Avatar } from "./Avatar";
import css from "./MentionTextarea.module.css";

const delayMs = 150;
const maxOffered = 8; // of UserService.FindUsers
const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** The users to offer first, such as the authors in a thread. */
export const PeopleContext = createContext<Author[]>([]);

/** A text area that offers users at the cursor while a mention is being typed. */
export function MentionTextarea({
  inputRef,
  onKeyDown,
  onBlur,
  onChange,
  ...props
}: TextareaProps & {
  inputRef?: Ref<HTMLTextAreaElement>;
}) {
  const id = useId();
  const people = use(PeopleContext);
  const area = useRef<HTMLTextAreaElement>(null);
  const [typed, setTyped] = useState<Typed & ReturnType<typeof placeOf>>();
  const [dismissed, setDismissed] = useState<number>(); // the start of a mention after Escape
  const [active, setActive] = useState(0);
  const prefix = typed?.prefix ?? "";
  const [settled] = useDebouncedValue(prefix, delayMs);
  const { data } = useQuery(
    UserService.method.findUsers,
    { prefix: settled },
    { enabled: prefix !== "" && settled !== "", placeholderData: keepPreviousData, staleTime: stale.page },
  );
  const users = withPrefix([...people, ...(prefix && data ? data.users : [])], prefix, maxOffered);
  const opened = typed !== undefined && typed.start !== dismissed && users.length > 0;
  const chosen = users[Math.min(active, users.length - 1)];
  const close = () => setDismissed(typed?.start);
  const combobox = useCombobox({ opened, onDropdownClose: close });

  const look = () => {
    const element = area.current;
    if (!element) return;
    const { selectionStart, selectionEnd, value } = element;
    const next = selectionStart === selectionEnd ? mentionAt(value, selectionStart) : undefined;
    if (next?.start !== typed?.start || next?.prefix !== typed?.prefix) setActive(0);
    if (next?.start !== dismissed) setDismissed(undefined);
    setTyped(next && { ...next, ...placeOf(element, next.start) });
  };
  const accept = (user: Author | undefined) => {
    if (!area.current || !typed || !user) return;
    const spaced = /^\s/.test(area.current.value.slice(typed.end));
    const { username } = user;
    // A correct username is not replaced, so that undo returns to the typed text and not to a selection of it.
    const kept = username.startsWith(typed.prefix) && typed.end === typed.start + 1 + typed.prefix.length;
    const start = kept ? typed.end : typed.start + 1;
    typeInto(area.current, start, typed.end, username.slice(kept ? typed.prefix.length : 0) + (spaced ? "" : " "));
    setTyped(undefined);
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const modified = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
    const step = steps[event.key];
    if (!opened || modified || event.nativeEvent.isComposing) return onKeyDown?.(event);
    if (step) setActive((active + step + users.length) % users.length);
    else if (event.key === "Enter" || event.key === "Tab") accept(chosen);
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
  };

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(userId) => accept(users.find((user) => user.id === userId))}
      onClose={close}
      width={264}
      position="bottom-start"
      offset={4}
      keepMounted={false}
    >
      <div className={css.root}>
        <Textarea
          {...props}
          ref={useMergedRef(area, inputRef ?? null)}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={opened ? `${id}-list` : undefined}
          aria-activedescendant={opened ? `${id}-${chosen?.id}` : undefined}
          // Escape then does not close a dialog around.
          data-mantine-stop-propagation={opened || undefined}
          onChange={(event) => {
            onChange?.(event);
            look();
          }}
          onSelect={look}
          onScroll={look}
          onKeyDown={press}
          onBlur={(event) => {
            onBlur?.(event);
            setTyped(undefined);
          }}
        />
        <Combobox.DropdownTarget>
          <span className={css.cursor} style={typed && { left: typed.left, top: typed.top, height: typed.height }} />
        </Combobox.DropdownTarget>
      </div>
      <VisuallyHidden role="status">{opened && plural(users.length, "user", "users")}</VisuallyHidden>
      <Combobox.Dropdown hidden={!opened}>
        <Combobox.Options id={`${id}-list`} aria-label="Users">
          {users.map((user) => (
            <Combobox.Option
              key={user.id}
              id={`${id}-${user.id}`}
              value={user.id}
              selected={user === chosen}
              aria-selected={user === chosen}
            >
              <Group gap={8} wrap="nowrap">
                <Avatar person={user} size="sm" />
                <span className="cut">{handle(user)}</span>
                {user.displayName && <span className="faint cut">{user.displayName}</span>}
              </Group>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
