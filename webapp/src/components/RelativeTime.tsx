import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { useEffect, useState } from "react";
import { relativeTime, toDate } from "../lib/time";

/** How long ago something was; the exact moment is in its title. It keeps itself true to the minute. */
export function RelativeTime({
  at,
  form,
  className,
}: {
  at: Timestamp | undefined;
  form?: "short" | "long";
  className?: string;
}) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), 60_000);
    return () => window.clearInterval(timer);
  }, []);

  const date = toDate(at);
  return (
    <time className={className} dateTime={date?.toISOString()} title={date?.toLocaleString()}>
      {relativeTime(date, now, form)}
    </time>
  );
}
