import { Toaster } from "../components/Toaster";
import { Tooltips } from "../components/Tooltips";

/** Toasts and tooltips. They load at the first use of the page, or with the first toast. */
export function Layers() {
  return (
    <>
      <Toaster />
      <Tooltips />
    </>
  );
}
