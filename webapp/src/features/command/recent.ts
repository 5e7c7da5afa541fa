import { readLocalStorageValue, useLocalStorage } from "@mantine/hooks";

/** An option that was chosen before: a command by its id, or a project with its title. */
export type Recent = { id: string; title?: string };

const most = 6;
const keyOf = (account: string | undefined) => `uvboard.recent:${account ?? "guest"}`;

/** The options that this account chose in this browser, the latest first. */
export function readRecent(account: string | undefined): Recent[] {
  const stored = readLocalStorageValue<Recent[] | undefined>({ key: keyOf(account) });
  return Array.isArray(stored) ? stored : [];
}

/** A function that adds an option to the recent ones. */
export function useAddRecent(account: string | undefined): (option: Recent) => void {
  const [, store] = useLocalStorage<Recent[]>({ key: keyOf(account) });
  return (option) => {
    const others = readRecent(account).filter(({ id }) => id !== option.id);
    store([option, ...others].slice(0, most));
  };
}
