import { PublishAnyway } from "../components/PublishAnyway";
import { Toaster } from "../components/Toaster";
import { Tooltips } from "../components/Tooltips";
import { useNoPushForGuests } from "../lib/server/push";
import { Commands } from "./Commands";

/** Toasts, tooltips, the question about live keys and the command palette. They load at the first use of the page, or with the first toast. */
export function Layers() {
  useNoPushForGuests();
  return (
    <>
      <Toaster />
      <Tooltips />
      <PublishAnyway />
      <Commands />
    </>
  );
}
