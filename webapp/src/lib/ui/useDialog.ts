import { useState } from "react";

/** The state of a dialog. `key` changes whenever it opens, so that its form starts with initial values. */
export function useDialog() {
  const [state, setState] = useState({ key: 0, opened: false });
  return {
    ...state,
    open: () => setState(({ key }) => ({ key: key + 1, opened: true })),
    close: () => setState(({ key }) => ({ key, opened: false })),
  };
}
