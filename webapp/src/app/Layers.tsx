import { Toaster } from "../components/Toaster";
import { Tooltips } from "../components/Tooltips";

/** Toasts and tooltips. They load after the first screen shows. */
export function Layers() {
  return (
    <>
      <Toaster />
      <Tooltips />
    </>
  );
}
