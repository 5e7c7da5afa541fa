import { IconRefresh, IconSearch } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { ProjectLogo } from "../../components/ProjectImage";
import css from "./Command.module.css";
import { Keys } from "./Keys";
import type { Ranges } from "./match";
import type { Option } from "./options";

/** One line to choose. Focus is never on it: the input says which one is active. */
export function OptionLine({
  id,
  option,
  active,
  onPoint,
  onChoose,
}: {
  id: string;
  option: Option;
  active: boolean;
  onPoint: () => void;
  onChoose: () => void;
}) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's
    // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the input
    <div
      id={id}
      role="option"
      aria-selected={active}
      className={css.option}
      // A list that moves under a resting pointer must not change the choice.
      onPointerMove={() => !active && onPoint()}
      // Focus stays where it is.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span className={css.icon}>
        <Icon option={option} />
      </span>
      <span className={`${css.label} cut`}>
        <Marked text={option.label} ranges={option.ranges} />
      </span>
      {option.detail && <span className={`${css.detail} cut`}>{option.detail}</span>}
      {option.kind === "command" && option.command.keys && (
        <span className={css.hint} aria-hidden="true">
          <Keys keys={option.command.keys} />
        </span>
      )}
    </div>
  );
}

function Icon({ option }: { option: Option }) {
  if (option.kind === "project") {
    return <ProjectLogo title={option.project.title} logo={option.project.logo ?? ""} size={24} />;
  }
  if (option.kind === "retry") return <IconRefresh size={18} />;
  if (option.kind === "explore") return <IconSearch size={18} />;
  return <option.command.icon size={18} />;
}

function Marked({ text, ranges }: { text: string; ranges: Ranges }) {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const [start, end] of ranges) {
    parts.push(text.slice(from, start), <mark key={start}>{text.slice(start, end)}</mark>);
    from = end;
  }
  parts.push(text.slice(from));
  return parts;
}
