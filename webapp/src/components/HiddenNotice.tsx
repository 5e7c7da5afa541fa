import { Group, Paper, Text } from "@mantine/core";
import { IconEyeOff } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { ReportTargetType } from "../gen/uvboard/v1/moderation_pb";
import { paths } from "../lib/page/paths";
import { OwnDecision } from "./appeal/OwnDecision";
import { TextLink } from "./ButtonLink";

type Props = {
  /** The kind of content, such as "thread". */
  what: string;
  type: ReportTargetType;
  id: string;
  /** Whether the reader is its author. */
  own: boolean;
  /** The roles that may have hidden it. */
  by?: string;
  /** The other users who see it. */
  also?: string;
  /** Whether it is not refused, but waits for a moderator. */
  awaiting?: boolean;
};

const said = ({ what, own, by = "A moderator", also, awaiting }: Props) => {
  if (awaiting && own) return "Only you see this until a moderator has looked at it. You'll be told what came of it.";
  if (awaiting) return `This ${what} waits for a moderator. Only its author, moderators and admins can see it.`;
  return `${by} has hidden this ${what}. Only ${own ? "you" : "its author"}${also ? `, ${also}` : ""}, moderators and admins can see it.`;
};

/** For the author: what waits, or the reason and the appeal. */
function Help({ type, id, own, awaiting }: Props) {
  if (!own) return null;
  if (!awaiting) return <OwnDecision type={type} id={id} />;
  return (
    <>
      {" "}
      The <TextLink to={paths.guidelines}>guidelines</TextLink> say what waits.
    </>
  );
}

/** Says that a page's content is hidden or waits for a moderator, who still sees it, and what its author can do. */
export function HiddenNotice({ children, ...props }: Props & { children?: ReactNode }) {
  return (
    <Paper withBorder py="sm" px="md" mb="lg" fz={14} role="note">
      <Group justify="space-between" gap="4px 16px" mih="var(--uv-ctl-sm)">
        <Group gap="sm" wrap="nowrap" align="start" flex="1 1 280px">
          <IconEyeOff size={18} style={{ flex: "none", marginTop: 1 }} />
          <span>
            {said(props)}
            <Help {...props} />
          </span>
        </Group>
        {children}
      </Group>
    </Paper>
  );
}

/** The same for one item of a list. */
export function HiddenLine(props: Props) {
  return (
    <Text size="sm" c="var(--uv-text-3)" my={4} role="note">
      {said(props)}
      <Help {...props} />
    </Text>
  );
}
