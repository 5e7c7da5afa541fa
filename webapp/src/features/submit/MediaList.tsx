import { ActionIcon } from "@mantine/core";
import { IconArrowLeft, IconArrowRight, IconTrash } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import css from "./FormField.module.css";
import { removeAt } from "./media";
import type { ProjectForm } from "./useProjectForm";

/** What was added, each with the ways to move it forth and back, or anywhere by dragging, and to take it out. */
export function MediaList({
  form,
  name,
  word,
  children,
}: {
  form: ProjectForm;
  name: "screenshots" | "videos";
  word: string;
  children: (address: string, index: number) => ReactNode;
}) {
  const [dragged, setDragged] = useState("");
  const [said, setSaid] = useState("");
  const list = form.draft[name];
  if (list.length === 0) return null;

  const move = (address: string, to: number) => {
    if (to < 0 || to >= list.length) return;
    form.change(name, (before) => before.filter((one) => one !== address).toSpliced(to, 0, address));
    setSaid(`${word} moved to place ${to + 1} of ${list.length}`);
  };
  const tool = (address: string, i: number, to: number, way: "back" | "forth") => (
    <ActionIcon
      aria-label={`Move ${word.toLowerCase()} ${i + 1} ${way}`}
      // Not disabled, lest focus be lost at the end of the way.
      aria-disabled={to < 0 || to >= list.length || undefined}
      onClick={() => move(address, to)}
    >
      {way === "back" ? <IconArrowLeft size={16} /> : <IconArrowRight size={16} />}
    </ActionIcon>
  );

  return (
    <>
      <ol className={css.items}>
        {list.map((address, i) => (
          <li
            key={address}
            className={css.item}
            data-media={name}
            data-dragged={address === dragged || undefined}
            draggable
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = "move";
              event.dataTransfer.setData("application/x-uvboard-item", address);
              setDragged(address);
            }}
            onDragOver={(event) => {
              if (!dragged) return;
              event.preventDefault();
              if (address !== dragged) move(dragged, i);
            }}
            onDrop={(event) => dragged && event.preventDefault()}
            onDragEnd={() => setDragged("")}
          >
            {children(address, i)}
            <div className={css.tools}>
              {tool(address, i, i - 1, "back")}
              {tool(address, i, i + 1, "forth")}
              <ActionIcon
                aria-label={`Remove ${word.toLowerCase()} ${i + 1}`}
                onClick={(event) => {
                  nextFocus(event.currentTarget)?.focus();
                  removeAt(form, name, i, word);
                }}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </div>
          </li>
        ))}
      </ol>
      <p className="sr" role="status">
        {said}
      </p>
    </>
  );
}

/** What has the focus after a button that removes its item: that of the item beside it, or the one that adds another. */
function nextFocus(button: HTMLElement): HTMLElement | null | undefined {
  const item = button.closest("li");
  const beside = item?.nextElementSibling ?? item?.previousElementSibling;
  if (beside) return beside.querySelector<HTMLElement>("button:last-of-type");
  return button.closest("[role=group]")?.querySelector(":scope > [data-media] button");
}
