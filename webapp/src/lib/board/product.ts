// The server writes these settings into the page; index.html has the defaults.
export const meta = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content.trim() ?? "";

/** False if no mail server is configured; then only admins can read the mails. */
export const sendsMail = meta("outgoing-mail") !== "kept";

/** The largest image and video that the server accepts, in bytes. A page without them leaves the check to the server. */
export const maxImageBytes = Number(meta("max-image-bytes")) || Number.POSITIVE_INFINITY;
export const maxVideoBytes = Number(meta("max-video-bytes")) || Number.POSITIVE_INFINITY;

/** The time zone of the admin area, such as Europe/Berlin. */
export const boardZone = meta("time-zone") || "UTC";

/** The paths of pages that have their own content policy. */
export const ownPolicies = meta("own-policies").split(" ");
