let dollars: Intl.NumberFormat | undefined;

/** Formats an amount in dollars as "$1,234.50". */
export function money(amount: number): string {
  dollars ??= new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
  return dollars.format(amount);
}

/** The limits of a donation in dollars. The server has the same. */
export const minAmount = 1;
export const maxAmount = 10_000;

/** Validates an amount that a donor typed: the error message, if it cannot be donated. */
export function readAmount(text: string): { amount: number } | { message: string } {
  const amount = Number(text.trim() || Number.NaN);
  if (!(amount >= minAmount)) return { message: "Please enter a valid donation amount (minimum $1)" };
  if (amount > maxAmount) return { message: "Please enter a donation amount of at most $10,000" };
  if (Number(amount.toFixed(2)) !== amount) return { message: "Please enter an amount with at most two decimals" };
  return { amount };
}
