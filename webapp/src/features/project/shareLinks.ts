/** The share forms of other sites, filled in with the project. */
export function shareLinks(project: { title: string; tagline: string }, address: string) {
  const text = `${project.title} - ${project.tagline}`;
  const query = (words: Record<string, string>) =>
    Object.entries(words)
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join("&");
  return [
    { name: "X", href: `https://x.com/intent/tweet?${query({ text, url: address })}` },
    { name: "LinkedIn", href: `https://www.linkedin.com/sharing/share-offsite/?${query({ url: address })}` },
    { name: "Facebook", href: `https://www.facebook.com/sharer/sharer.php?${query({ u: address })}` },
    { name: "Email", href: `mailto:?${query({ subject: text, body: `${text}\n\n${address}` })}` },
  ] as const;
}
