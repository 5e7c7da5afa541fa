import { Combobox, Group, Highlight, Text } from "@mantine/core";
import { IconBook, IconFilter, IconMessages, IconRefresh, IconSearch } from "@tabler/icons-react";
import { Avatar } from "../../components/Avatar";
import { ProjectLogo } from "../../components/ProjectImage";
import css from "./Command.module.css";
import { Keys } from "./Keys";
import type { Option } from "./options";

/** One option. Focus stays in the input, which names the active option. */
export function OptionLine({
  id,
  option,
  words,
  active,
  onPoint,
  onChoose,
}: {
  id: string;
  option: Option;
  /** The typed words, which are marked in the label. */
  words: string[];
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
      <Group w={24} c="dimmed" flex="none" justify="center">
        <Icon option={option} />
      </Group>
      <Highlight component="span" highlight={words} fz={14} fw={540} truncate className={css.label}>
        {option.label}
      </Highlight>
      {option.detail && (
        <Text span size="sm" c="dimmed" truncate flex="1 1 0">
          {option.detail}
        </Text>
      )}
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
  if (option.kind === "person") return <Avatar person={option.person} size="sm" />;
  if (option.kind === "thread") return <IconMessages size={18} />;
  if (option.kind === "story") return <IconBook size={18} />;
  if (option.kind === "retry") return <IconRefresh size={18} />;
  if (option.kind === "term") return <IconFilter size={18} />;
  if (option.kind === "explore") return <IconSearch size={18} />;
  return <option.command.icon size={18} />;
}
