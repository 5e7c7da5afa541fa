export type ToastAction = { label: string; run: () => void };

export type Toast = {
  id: number;
  title: string;
  description?: string;
  /** What can be done about it, such as taking it back. */
  action?: ToastAction;
  /** A destructive toast is announced at once. */
  bad: boolean;
};

// Only one toast is visible at a time: a newer one takes the place of the older.
let current: Toast | undefined;
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: Toast | undefined) {
  current = next;
  for (const listener of listeners) listener();
}

export function subscribeToToast(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const currentToast = (): Toast | undefined => current;

/** Shows a toast for five seconds, or for ten when there is something to do about it. */
export function toast(title: string, description?: string, action?: ToastAction): void {
  set({ id: ++lastId, title, description, action, bad: false });
}

/** Shows a destructive toast for five seconds. */
export function toastError(title: string, description?: string): void {
  set({ id: ++lastId, title, description, bad: true });
}

/** Takes a toast away, if it is still the one shown. */
export function dismissToast(id: number): void {
  if (current?.id === id) set(undefined);
}
