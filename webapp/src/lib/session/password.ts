import type { FieldErrors } from "../form/formErrors";

/** Checks that a password was repeated without a typing error. */
export const checkRepeated = (password: string, confirm: string): FieldErrors =>
  password === confirm ? {} : { confirm: "Passwords do not match" };

// The most common passwords, compared in lower case and without trailing digits and punctuation.
const common = new Set(
  `password passw0rd qwerty qwertyuiop qwertz azerty asdfgh asdfghjkl zxcvbn zxcvbnm iloveyou letmein welcome login admin
  administrator root user guest test tester testing hello monkey dragon football baseball superman batman master shadow
  sunshine princess flower michael jordan pokemon starwars whatever trustno secret changeme default computer internet
  freedom ninja mustang access cheese summer winter spring autumn abcabc abcdef abcdefg abcdefgh qazwsx
  vibecoding vibecoder viber uvboard`.split(/\s+/),
);

/** A hint for a password that is easy to guess; undefined for a good or very short one. It does not reject anything. */
export function passwordHint(password: string, username: string): string | undefined {
  if (password.length < 6) return undefined;
  const plain = password.toLowerCase();
  const word = plain.replace(/[^a-z]+$/, "");
  if (common.has(plain) || common.has(word) || isRun(plain)) {
    return "That password is easy to guess. Try a few unrelated words.";
  }
  if (username.length >= 3 && plain.includes(username.toLowerCase())) {
    return "This contains your username. Something unrelated is safer.";
  }
  if (password.length < 10 || new Set(plain).size < 5) {
    return "This is easy to guess. A few words in a row are safer.";
  }
  return undefined;
}

// Whether all characters follow each other by the same step, as in 111111, 123456, 987654 and abcdef; 0 follows 9.
function isRun(text: string): boolean {
  const digits = /^\d+$/.test(text);
  const steps = new Set<number>();
  for (let i = 1; i < text.length; i++) {
    const step = text.charCodeAt(i) - text.charCodeAt(i - 1);
    steps.add(digits && Math.abs(step) === 9 ? -Math.sign(step) : step);
  }
  const [step = 2] = steps;
  return steps.size === 1 && Math.abs(step) <= 1;
}
