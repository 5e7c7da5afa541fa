import { useNavigate } from "@tanstack/react-router";
import { readFailure } from "../server/failure";
import { paths } from "./paths";

/**
 * A function that takes a failed attempt to publish a draft. If the draft lacks something, it opens the form, which shows what,
 * and returns true.
 */
export function useOpenMissing() {
  const navigate = useNavigate();
  return (id: string, thrown: unknown): boolean => {
    if (readFailure(thrown).code !== "VALIDATION_FAILED") return false;
    void navigate({ to: paths.submit, search: { edit: id }, state: { missing: true } });
    return true;
  };
}
