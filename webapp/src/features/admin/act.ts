import { failureMessage } from "../../lib/server/failure";
import { toastError } from "../../lib/ui/toast";

/** Runs an act of an admin. If it fails, a toast says why, and the result is false. */
export async function act(run: () => Promise<unknown>, fallback: string): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (error) {
    toastError("Error", failureMessage(error, fallback));
    return false;
  }
}
