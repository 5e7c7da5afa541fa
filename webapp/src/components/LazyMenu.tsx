import { type ComponentProps, type ComponentType, cloneElement, type ReactElement, useState } from "react";
import { useLazyComponent } from "../lib/page/useLazyComponent";

/** What the component of an open menu is given. */
export type OpenMenu = {
  opened: boolean;
  onChange: (opened: boolean) => void;
  /** The button that opens and closes it. */
  button: ReactElement;
};

/**
 * A menu or a popover whose code loads with its first use. `children` is the button that opens it; `render` draws the
 * loaded component, a Mantine Menu or Popover with the button as its target.
 */
export function LazyMenu<P>({
  load,
  render,
  popup = "menu",
  children,
}: {
  load: () => Promise<ComponentType<P>>;
  render: (Items: ComponentType<P>, menu: OpenMenu) => ReactElement;
  /** What opens, for screen readers. */
  popup?: "menu" | "dialog";
  children: ReactElement<ComponentProps<"button">>;
}) {
  const [opened, setOpened] = useState(false);
  const [used, setUsed] = useState(false);
  const Items = useLazyComponent(load, used, () => setUsed(false));
  // The button is mounted again inside the menu, which returns the focus to it.
  if (Items) return render(Items, { opened, onChange: setOpened, button: cloneElement(children, { autoFocus: true }) });
  const prepare = () => void load().catch(() => undefined);
  const open = () => {
    setUsed(true);
    setOpened(true);
  };
  return cloneElement(children, {
    "aria-haspopup": popup,
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick: open,
  });
}
