/** Forgets what this browser keeps for an account: what was chosen, and what was begun. */
export function forgetLocally({ id, username }: { id: string; username: string }): void {
  try {
    for (const name of Object.keys(localStorage)) {
      const parts = name.split(":").slice(1);
      if (parts.includes(id) || parts.includes(username)) localStorage.removeItem(name);
    }
  } catch {
    // A browser that lets nothing be kept has kept nothing.
  }
}
