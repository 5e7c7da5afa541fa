import { Group, Paper, Text } from "@mantine/core";
import { IconEyeOff } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { paths } from "../lib/paths";
import { TextLink } from "./ButtonLink";

type Props = {
  /** The kind of content, such as "thread". */
  what: string;
  /** Whether the reader is its author. */
  own: boolean;
  /** The roles that may have hidden it. */
  by?: string;
  /** The other users who see it. */
  also?: string;
};

const said = ({ what, own, by = "A moderator", also }: Props) =>
  `${by} has hidden this ${what}. Only ${own ? "you" : "its author"}${also ? `, ${also}` : ""} and admins can see it.`;

/** Where an author can ask about hidden content. */
const Help = () => (
  <>
    {" "}
    The <TextLink to={paths.guidelines}>guidelines</TextLink> say what may be hidden. If this was a mistake,{" "}
    <TextLink to={paths.contact}>contact us</TextLink>.
  </>
);

/** Says that a moderator has hidden a page's content, who still sees it, and what its author can do. */
export function HiddenNotice({ children, ...props }: Props & { children?: ReactNode }) {
  return (
    <Paper withBorder py="sm" px="md" mb="lg" fz={14} role="note">
      <Group justify="space-between" gap="4px 16px" mih="var(--uv-ctl-sm)">
        <Group gap="sm" wrap="nowrap" align="start" flex="1 1 280px">
          <IconEyeOff size={18} style={{ flex: "none", marginTop: 1 }} />
          <span>
            {said(props)}
            {props.own && <Help />}
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
      {props.own && <Help />}
    </Text>
  );
}
