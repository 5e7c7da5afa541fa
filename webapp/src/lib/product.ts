// The server writes the operator's names into the page; the defaults stand in index.html.
const meta = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content.trim() ?? "";

/** What the product is called here. */
export const productName = meta("application-name") || "UV Board";

/** Where to write to; empty when the operator set no address. */
export const contactEmail = meta("contact-email");
