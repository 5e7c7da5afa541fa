/** A mailto link that answers a contact message. Every part is encoded, so that a message cannot add a recipient. */
export function replyLink({ email, subject }: { email: string; subject: string }, site: string): string {
  const to = email.split("@").map(encodeURIComponent).join("@");
  return `mailto:${to}?subject=${encodeURIComponent(`Re: ${subject} (${site})`)}`;
}
