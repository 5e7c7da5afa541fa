import { Button, Group, Switch, Text } from "@mantine/core";
import { Dialog, type DialogProps } from "../../components/Dialog";
import css from "./Command.module.css";
import { Keys } from "./Keys";
import { shortcutGroups } from "./shortcuts";
import { useSingleKeys } from "./useSingleKeys";

/** Lists every keyboard shortcut. A switch turns the single-key shortcuts off. */
export function KeySheet({ opened, onClose }: DialogProps) {
  const { on, turn } = useSingleKeys();
  return (
    <Dialog
      opened={opened}
      title="Keyboard shortcuts"
      wide
      onClose={onClose}
      actions={
        <>
          <Switch
            mr="auto"
            label="Single-key shortcuts"
            checked={on}
            onChange={(event) => turn(event.currentTarget.checked)}
          />
          {/* Not the switch, which Space would toggle when the user means to scroll. */}
          <Button onClick={onClose} data-autofocus>
            Close
          </Button>
        </>
      }
    >
      <div className={on ? css.sheet : `${css.sheet} ${css.off}`}>
        {shortcutGroups.map(({ name, shortcuts }) => (
          <section key={name}>
            <Text component="h3" size="xs" fw={560} c="var(--uv-text-3)" pb={8}>
              {name}
            </Text>
            <dl>
              {shortcuts.map(({ keys, does }) => (
                <Group
                  key={keys}
                  justify="space-between"
                  wrap="nowrap"
                  h={36}
                  fz={14}
                  data-single={keys.length === 1 || keys.includes(" ") || undefined}
                >
                  <dt>{does}</dt>
                  <dd>
                    <Keys keys={keys} />
                  </dd>
                </Group>
              ))}
            </dl>
          </section>
        ))}
      </div>
      {!on && (
        <Text size="sm" c="dimmed" role="status">
          Turned off in this browser. The search still opens this sheet.
        </Text>
      )}
    </Dialog>
  );
}
