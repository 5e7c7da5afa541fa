import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { useInterval } from "@mantine/hooks";
import { useState } from "react";
import { formatTime, relativeTime, type TimeForm, toDate } from "../lib/text/time";

/** A time relative to now, updated every minute. The exact time is its title. */
export function RelativeTime({
  at,
  form,
  className,
}: {
  at: Timestamp | undefined;
  form?: TimeForm;
  className?: string;
}) {
  const [now, setNow] = useState(() => Date.now());
  useInterval(() => setNow(Date.now()), 60_000, { autoInvoke: true });

  const date = toDate(at);
  return (
    <time
      className={className}
      dateTime={date?.toISOString()}
      // On demand, since formatting the times of a whole list takes longer than rendering it.
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = formatTime(date);
      }}
    >
      {relativeTime(date, now, form)}
    </time>
  );
}
