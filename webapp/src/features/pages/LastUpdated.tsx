import { formatDate } from "../../lib/text/time";

/** Shows today's date, as the spec requires for these pages. */
export function LastUpdated() {
  const today = new Date();
  return (
    <>
      Last updated: <time dateTime={today.toISOString().slice(0, 10)}>{formatDate(today)}</time>
    </>
  );
}
