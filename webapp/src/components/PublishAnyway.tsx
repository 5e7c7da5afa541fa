import { useEffect, useState } from "react";
import { providePublishAnyway } from "../lib/server/publishAnyway";
import { ConfirmDialog } from "./ConfirmDialog";

/** Asks whether to publish a text that looks like a live key, whenever a call of a screen is refused for that. */
export function PublishAnyway() {
  const [asked, setAsked] = useState<{ message: string; answer: (anyway: boolean) => void }>();
  useEffect(() => providePublishAnyway((message) => new Promise((answer) => setAsked({ message, answer }))), []);
  if (!asked) return null;
  const close = (anyway: boolean) => {
    setAsked(undefined);
    asked.answer(anyway);
  };
  // Mounted when it opens, so that it is above a dialog whose form made the call.
  return (
    <ConfirmDialog
      opened
      title="Publish a live key?"
      text={`${asked.message} If you publish it anyway, the admins can see that you did.`}
      cancel="Edit"
      action="Publish anyway"
      busyAction="Publishing..."
      busy={false}
      onConfirm={() => close(true)}
      onClose={() => close(false)}
    />
  );
}
