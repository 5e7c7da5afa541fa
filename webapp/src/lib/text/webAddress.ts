// A host name with a dot, an optional port and an optional rest; no spaces, no scheme, no email address.
const schemeless = /^([\p{L}\p{N}_-]+\.)+[\p{L}\p{N}-]{2,}(:\d+)?([/?#]\S*)?$/u;

/** Trims a typed URL and prefixes https:// if it starts with a host name. */
export function withScheme(typed: string): string {
  const text = typed.trim();
  return schemeless.test(text) && URL.canParse(`https://${text}`) ? `https://${text}` : text;
}
