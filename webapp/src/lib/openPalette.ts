import { lazyWithRetry, toastLoadError } from "./lazyWithRetry";

/** Opens the command palette, whose code no screen loads before it shows. */
export const openPalette = () =>
  void lazyWithRetry(() => import("./palette")).then(({ palette }) => palette.open(), toastLoadError);
