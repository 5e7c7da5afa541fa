import { ActionIcon, Button, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";

export type RowAction = {
  label: string;
  /** Runs it. */
  onClick?: () => void;
  /** Instead of onClick: an address that it opens. */
  href?: string;
  /** What screen readers say; the label and the row if there is none. */
  name?: string;
  /** It destroys something. */
  danger?: boolean;
  busy?: boolean;
};

/** The actions on a row: the usual ones as buttons, all others in a menu, what destroys something last. */
export function RowActions({
  of,
  actions,
  shown = 1,
  menu = `Acts for ${of}`,
}: {
  /** The row, for screen readers. */
  of: string;
  actions: (RowAction | false | undefined)[];
  /** How many stand as buttons, from the first on. */
  shown?: number;
  /** What screen readers say for the menu. */
  menu?: string;
}) {
  const all = actions.filter((action) => action !== false && action !== undefined);
  const rest = all.slice(shown);
  return (
    <>
      {all.slice(0, shown).map(({ label, onClick, href, name, danger, busy }) => {
        const props = {
          size: "sm",
          color: danger ? "quench" : undefined,
          loading: busy,
          "aria-label": name ?? `${label}: ${of}`,
        };
        return href ? (
          <Button key={label} {...props} component="a" href={href}>
            {label}
          </Button>
        ) : (
          <Button key={label} {...props} onClick={onClick}>
            {label}
          </Button>
        );
      })}
      {rest.length > 0 && (
        <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <ActionIcon size="sm" aria-label={menu}>
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {rest.map(({ label, onClick, danger, busy }) => (
              <Menu.Item key={label} color={danger ? "quench" : undefined} disabled={busy} onClick={onClick}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}
