// The server writes the operator's names into the page; the defaults stand in index.html.
const meta = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content.trim() ?? "";

/** What the product is called here. */
export const productName = meta("application-name") || "UV Board";

/** Where to write to; empty when the operator set no address. */
export const contactEmail = meta("contact-email");

/** Whether letters reach people; without a mail server the operator alone sees them. */
export const sendsMail = meta("outgoing-mail") !== "kept";

/** Where a link is to be had that no mail brings. */
export const askForLink = contactEmail
  ? `This site sends no mail yet: write to ${contactEmail} for the link.`
  : "This site sends no mail yet: whoever runs it can give you the link.";
