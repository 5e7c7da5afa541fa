import { lazyWithRetry, toastLoadError } from "../page/lazyWithRetry";

const load = () => lazyWithRetry(() => import("./palette"));

/** Opens the command palette, whose code no screen loads before it shows. */
export const openPalette = () => void load().then(({ palette }) => palette.open(), toastLoadError);

/** Opens the command palette, or closes it if it is open. */
export const togglePalette = () => void load().then(({ palette }) => palette.toggle(), toastLoadError);
