import type { Board } from "../../gen/uvboard/v1/board_pb";

/** How a login at another service ended, as the server says in the address of the page that it leads back to. */
export type Outcome = { success: boolean; title: string; text: string };

const titles: Record<string, string> = { linked: "Login Linked", confirmed: "Confirmed" };

const texts: Record<string, (name: string) => string> = {
  linked: (name) => `You can now log in with ${name}.`,
  confirmed: (name) => `${name} confirmed that it's you. Please go on.`,
  step_up_required: (name) => `Your last login was a while ago. Log in again, then link ${name}.`,
  canceled: (name) => `You canceled the login with ${name}.`,
  expired: (name) => `The login with ${name} took too long. Please try again.`,
  email_taken: (name) =>
    `An account has the email address that ${name} told us. Log in with its password, then link ${name} in the settings.`,
  no_email: (name) => `${name} told us no email address. Sign up with a password, then link ${name} in the settings.`,
  email_not_accepted: (name) =>
    `This board takes no new accounts with the email address that ${name} told us. Sign up with another address.`,
  registration_closed: (name) => `Registration is closed, and no account is linked to this login with ${name}.`,
  invitation_needed: (name) => `No account is linked to this login with ${name}. Sign up with an invitation first.`,
  identity_taken: (name) => `This login with ${name} belongs to another account.`,
  too_many_identities: () => "You can't link more logins. Unlink one first.",
};

/** Reads the outcome from the query of an address; undefined if there is none. */
export function readOutcome(query: string, providers: Board["providers"]): Outcome | undefined {
  const params = new URLSearchParams(query);
  const outcome = params.get("outcome");
  const provider = providers.find(({ id }) => id === params.get("provider"));
  if (!outcome || !provider) return undefined;
  const text = texts[outcome] ?? ((name: string) => `The login with ${name} failed. Please try again.`);
  const title = titles[outcome];
  return { success: title !== undefined, title: title ?? "Login Not Linked", text: text(provider.name) };
}
