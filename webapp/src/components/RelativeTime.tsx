import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { useEffect, useState } from "react";
import { relativeTime, toDate } from "../lib/time";

/** A time relative to now, updated every minute. The exact time is its title. */
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
