const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? "");

/** The label of the key that shortcuts are pressed with. */
export const modKey = isMac ? "⌘" : "Ctrl";

/** The labels of the keys that open the command palette. */
export const paletteKeys = [modKey, "K"];
