import type { SocialLinks } from "../../gen/uvboard/v1/user_pb";

export type SocialSite = "github" | "twitter" | "linkedin";

const sites: Record<SocialSite, { base: string; hosts: RegExp }> = {
  github: { base: "https://github.com/", hosts: /^(www\.)?github\.com$/ },
  twitter: { base: "https://x.com/", hosts: /^((www|mobile)\.)?(twitter|x)\.com$/ },
  linkedin: { base: "https://www.linkedin.com/in/", hosts: /^([a-z]{2,3}\.)?linkedin\.com$/ },
};

/** Where else a person is to be found, in the order in which it is shown; only what was given. */
export function socialLinks(
  links: SocialLinks | undefined,
): { site: SocialSite | "website"; label: string; href: string }[] {
  const found: ReturnType<typeof socialLinks> = [];
  if (links?.github) found.push({ site: "github", label: "GitHub", href: profileAt("github", links.github) });
  if (links?.twitter) found.push({ site: "twitter", label: "Twitter", href: profileAt("twitter", links.twitter) });
  if (links?.linkedin) found.push({ site: "linkedin", label: "LinkedIn", href: profileAt("linkedin", links.linkedin) });
  // The server takes no other schemes; a link that could run code must not depend on that alone.
  if (links?.website && /^https?:\/\//i.test(links.website)) {
    found.push({ site: "website", label: "Website", href: links.website });
  }
  return found;
}

const profileAt = (site: SocialSite, handle: string): string =>
  sites[site].base + encodeURIComponent(handle.replace(/^@/, ""));

/** The handle in what a person put into its field: most paste the address of their page. Anything else stays as it is. */
export function toHandle(site: SocialSite, typed: string): string {
  const text = typed.trim();
  if (!text.includes("/")) return text;
  const address = text.includes("://") ? text : `https://${text}`;
  if (!URL.canParse(address)) return text;
  const url = new URL(address);
  if (!sites[site].hosts.test(url.hostname)) return text;
  const steps = url.pathname.split("/").filter(Boolean);
  return (site === "linkedin" && steps[0] === "in" ? steps[1] : steps[0]) ?? text;
}
