import { ActionIcon, Group } from "@mantine/core";
import { IconArrowLeft, IconArrowRight, IconTrash } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import css from "./Fields.module.css";
import { removeAt } from "./media";
import type { ProjectForm } from "./useProjectForm";

/** The images or videos of a field. Buttons move an item back and forth and remove it; dragging moves it anywhere. */
export function MediaList({
  form,
  name,
  word,
  children,
}: {
  form: ProjectForm;
  name: "screenshots" | "videos";
  word: string;
  children: (url: string, index: number) => ReactNode;
}) {
  const [dragged, setDragged] = useState("");
  const [status, setStatus] = useState("");
  const list = form.draft[name];
  if (list.length === 0) return null;

  const move = (url: string, to: number) => {
    if (to < 0 || to >= list.length) return;
    form.change(name, (before) => before.filter((other) => other !== url).toSpliced(to, 0, url));
    setStatus(`${word} moved to place ${to + 1} of ${list.length}`);
  };
  const moveButton = (url: string, i: number, to: number, direction: "back" | "forth") => (
    <ActionIcon
      size="sm"
      aria-label={`Move ${word.toLowerCase()} ${i + 1} ${direction}`}
      // Not disabled, since a disabled button would lose the focus at the end of the list.
      aria-disabled={to < 0 || to >= list.length || undefined}
      onClick={() => move(url, to)}
    >
      {direction === "back" ? <IconArrowLeft size={16} /> : <IconArrowRight size={16} />}
    </ActionIcon>
  );

  return (
    <>
      <ol className={css.items}>
        {list.map((url, i) => (
          <li
            key={url}
            data-media={name}
            data-dragged={url === dragged || undefined}
            draggable
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = "move";
              event.dataTransfer.setData("application/x-uvboard-item", url);
              setDragged(url);
            }}
            onDragOver={(event) => {
              if (!dragged) return;
              event.preventDefault();
              if (url !== dragged) move(dragged, i);
            }}
            onDrop={(event) => dragged && event.preventDefault()}
            onDragEnd={() => setDragged("")}
          >
            {children(url, i)}
            <Group gap={0} justify="flex-end">
              {moveButton(url, i, i - 1, "back")}
              {moveButton(url, i, i + 1, "forth")}
              <ActionIcon
                size="sm"
                aria-label={`Remove ${word.toLowerCase()} ${i + 1}`}
                onClick={(event) => {
                  nextFocus(event.currentTarget)?.focus();
                  removeAt(form, name, i, word);
                }}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </Group>
          </li>
        ))}
      </ol>
      <p className="sr" role="status">
        {status}
      </p>
    </>
  );
}

/** The button that gets the focus when a remove button goes away: that of the next item, else the upload button. */
function nextFocus(button: HTMLElement): HTMLElement | null | undefined {
  const item = button.closest("li");
  const beside = item?.nextElementSibling ?? item?.previousElementSibling;
  if (beside) return beside.querySelector<HTMLElement>("button:last-of-type");
  return button.closest("[role=group]")?.querySelector("div[data-media] button");
}
