// A name with a dot, perhaps a port, and what may follow: no blanks, no scheme, nobody's mail address.
const schemeless = /^([\p{L}\p{N}_-]+\.)+[\p{L}\p{N}-]{2,}(:\d+)?([/?#]\S*)?$/u;

/** What was typed as an address, without blanks around it; https:// goes in front of what has no scheme but a host. */
export function withScheme(typed: string): string {
  const text = typed.trim();
  return schemeless.test(text) && URL.canParse(`https://${text}`) ? `https://${text}` : text;
}
