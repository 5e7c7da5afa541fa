import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import css from "./Command.module.css";
import { Keys } from "./Keys";
import { setShortcuts, useShortcutsOn } from "./preference";
import { shortcutGroups } from "./shortcuts";

// The browser gives a dialog's focus to what has this attribute, else to the first control: here a switch, which Space
// would turn while somebody means to scroll.
const focusFirst = (button: HTMLButtonElement | null) => button?.setAttribute("autofocus", "");

/** Every keyboard shortcut, and the way to turn the single keys off. */
export function KeySheet({ onClose }: { onClose: () => void }) {
  const on = useShortcutsOn();
  return (
    <Dialog
      title="Keyboard shortcuts"
      wide
      onClose={onClose}
      actions={
        <>
          <button
            type="button"
            role="switch"
            aria-checked={on}
            className={css.switch}
            onClick={() => setShortcuts(!on)}
          >
            <i aria-hidden="true" />
            Single-key shortcuts
          </button>
          <Button onClick={onClose} ref={focusFirst}>
            Close
          </Button>
        </>
      }
    >
      <div className={on ? css.sheet : `${css.sheet} ${css.off}`}>
        {shortcutGroups.map(({ name, shortcuts }) => (
          <section key={name}>
            <h3>{name}</h3>
            <dl>
              {shortcuts.map(({ keys, does }) => (
                <div key={keys} className={keys.length > 1 && !keys.includes(" ") ? css.always : undefined}>
                  <dt>{does}</dt>
                  <dd>
                    <Keys keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      {!on && (
        <p className="sm quiet" role="status">
          Turned off in this browser. The search still opens this sheet.
        </p>
      )}
    </Dialog>
  );
}
