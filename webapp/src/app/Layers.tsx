import { Toaster } from "../components/Toaster";
import { Tooltips } from "../components/Tooltips";
import { Commands } from "./Commands";

/** Toasts, tooltips and the command palette. They load at the first use of the page, or with the first toast. */
export function Layers() {
  return (
    <>
      <Toaster />
      <Tooltips />
      <Commands />
    </>
  );
}
