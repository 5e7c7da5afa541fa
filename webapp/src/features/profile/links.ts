import type { SocialLinks } from "../../gen/uvboard/v1/user_pb";

export type SocialSite = "github" | "twitter" | "linkedin";

const bases: Record<SocialSite, string> = {
  github: "https://github.com/",
  twitter: "https://x.com/",
  linkedin: "https://www.linkedin.com/in/",
};

/** The user's links to other sites, in the order in which they are shown. */
export function socialLinks(
  links: SocialLinks | undefined,
): { site: SocialSite | "website"; label: string; href: string }[] {
  const found: ReturnType<typeof socialLinks> = [];
  if (links?.github) found.push({ site: "github", label: "GitHub", href: profileAt("github", links.github) });
  if (links?.twitter) found.push({ site: "twitter", label: "Twitter", href: profileAt("twitter", links.twitter) });
  if (links?.linkedin) found.push({ site: "linkedin", label: "LinkedIn", href: profileAt("linkedin", links.linkedin) });
  // The server rejects other schemes. Checked again, since a javascript: link would run code.
  if (links?.website && /^https?:\/\//i.test(links.website)) {
    found.push({ site: "website", label: "Website", href: links.website });
  }
  return found;
}

const profileAt = (site: SocialSite, handle: string): string =>
  bases[site] + encodeURIComponent(handle.replace(/^@/, ""));
