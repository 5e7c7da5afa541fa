import type { SocialSite } from "./links";

const hosts: Record<SocialSite, RegExp> = {
  github: /^(www\.)?github\.com$/,
  twitter: /^((www|mobile)\.)?(twitter|x)\.com$/,
  linkedin: /^([a-z]{2,3}\.)?linkedin\.com$/,
};

/** The handle in the typed text, which may be the URL of a profile. Other text is returned unchanged. */
export function toHandle(site: SocialSite, typed: string): string {
  const text = typed.trim();
  if (!text.includes("/")) return text;
  const address = text.includes("://") ? text : `https://${text}`;
  if (!URL.canParse(address)) return text;
  const url = new URL(address);
  if (!hosts[site].test(url.hostname)) return text;
  const steps = url.pathname.split("/").filter(Boolean);
  return (site === "linkedin" && steps[0] === "in" ? steps[1] : steps[0]) ?? text;
}

/** The words between commas, trimmed, without empty ones and without duplicates in another case. */
export function toWords(typed: string): string[] {
  const words = new Map<string, string>();
  for (const part of typed.split(",")) {
    const word = part.trim().replace(/\s+/g, " ");
    if (word && !words.has(word.toLowerCase())) words.set(word.toLowerCase(), word);
  }
  return [...words.values()];
}
