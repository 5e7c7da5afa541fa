import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";

export type ToastAction = { label: string; run: () => void };

// Long enough to read the toast and reach its button.
const actionMs = 10_000;

/** Shows a toast in place of the current one: five seconds, or ten if it has an action. */
export function toast(title: string, description?: string, action?: ToastAction): void {
  show("status", title, description, action);
}

/** Shows an error in place of the current toast. Screen readers announce it at once. */
export function toastError(title: string, description?: string, action?: ToastAction): void {
  show("alert", title, description, action);
}

function show(role: "status" | "alert", title: string, description?: string, action?: ToastAction) {
  notifications.clean();
  const id = notifications.show({
    role,
    title,
    message: (
      <>
        {description}
        {action && (
          <Button
            size="sm"
            mt="sm"
            display="flex"
            onClick={() => {
              notifications.hide(id);
              action.run();
            }}
          >
            {action.label}
          </Button>
        )}
      </>
    ),
    autoClose: action ? actionMs : undefined,
  });
}
