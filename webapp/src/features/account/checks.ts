import { lazyWithRetry } from "../../lib/lazyWithRetry";
import type { Faults } from "../../lib/useForm";

type Rules = typeof import("./rules");

// Without the rules, which a broken connection may withhold, the server's own check of them decides.
const byRules = (read: (rules: Rules) => Faults): Promise<Faults> =>
  lazyWithRetry(() => import("./rules")).then(read, () => ({}));

/** Starts loading the rules, so that they are there when the form is sent. */
export const warmUp = (): void => {
  void byRules(() => ({}));
};

export type LoginValues = { username: string; password: string };

export const checkLogin = (values: LoginValues): Promise<Faults> => byRules((rules) => rules.checkLogin(values));

export type RegisterValues = { username: string; email: string; password: string; confirm: string };

/** The rules of registration, and the one that only a person typing twice needs. */
export async function checkRegister(values: RegisterValues): Promise<Faults> {
  const faults = await byRules((rules) => rules.checkRegister(values));
  return values.confirm === values.password ? faults : { ...faults, confirm: "Passwords do not match" };
}

export const checkForgotten = (values: { email: string }): Promise<Faults> =>
  byRules((rules) => rules.checkForgotten(values));

/** The rules of a password that takes the place of a forgotten one, typed twice like the first. */
export async function checkReset(token: string, values: { password: string; confirm: string }): Promise<Faults> {
  const faults = await byRules((rules) => rules.checkReset({ token, password: values.password }));
  return values.confirm === values.password ? faults : { ...faults, confirm: "Passwords do not match" };
}
