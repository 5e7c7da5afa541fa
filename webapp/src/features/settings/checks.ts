import { lazyWithRetry } from "../../lib/lazyWithRetry";
import type { Faults } from "../../lib/useForm";

type Rules = typeof import("./rules");

// Without the rules, which a broken connection may withhold, the server's own check of them decides.
const byRules = (read: (rules: Rules) => Faults): Promise<Faults> =>
  lazyWithRetry(() => import("./rules")).then(read, () => ({}));

/** Starts loading the rules, so that they are there when a form is sent. */
export const warmUp = (): void => {
  void byRules(() => ({}));
};

export type PasswordValues = { currentPassword: string; newPassword: string; confirm: string };

/** The rules of a new password, and the one that only a person typing twice needs. */
export async function checkPassword(values: PasswordValues): Promise<Faults> {
  const faults = await byRules((rules) => rules.checkPassword(values));
  return values.confirm === values.newPassword ? faults : { ...faults, confirm: "Passwords do not match" };
}

export const checkEmail = (values: { newEmail: string; password: string }): Promise<Faults> =>
  byRules((rules) => rules.checkEmail(values));

export const checkToken = (token: { name: string; expiresInDays: number }): Promise<Faults> =>
  byRules((rules) => rules.checkToken(token));

/** The rules of a deletion, and that its own name was typed, which nobody does by accident. */
export async function checkDeletion(
  { username, ...deletion }: { username: string; id: string; password: string; content: number },
  own: string,
): Promise<Faults> {
  const faults = await byRules((rules) => rules.checkDeletion(deletion));
  return username.trim().toLowerCase() === own.toLowerCase()
    ? faults
    : { username: "This is not your username", ...faults };
}
