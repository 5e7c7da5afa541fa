/** Removes an account's preferences and drafts from this browser. */
export function forgetLocally({ id, username }: { id: string; username: string }): void {
  try {
    for (const name of Object.keys(localStorage)) {
      const parts = name.split(":").slice(1);
      if (parts.includes(id) || parts.includes(username)) localStorage.removeItem(name);
    }
  } catch {
    // Without storage there is nothing to remove.
  }
}
