import { Combobox } from "@mantine/core";
import { IconRefresh, IconSearch } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { ProjectLogo } from "../../components/ProjectImage";
import css from "./Command.module.css";
import { Keys } from "./Keys";
import type { Ranges } from "./match";
import type { Option } from "./options";

/** One option. Focus stays in the input, which names the active option. */
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
    <Combobox.Option
      id={id}
      value={option.id}
      aria-selected={active}
      className={css.option}
      // Not on mouseenter: a list that moves under a resting pointer must not change the choice.
      onPointerMove={() => !active && onPoint()}
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
    </Combobox.Option>
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
