import { useAskToLogin } from "../../components/forum/askToLogin";
import { useLazyComponent } from "../../lib/page/useLazyComponent";
import { useSession, useSessionCheck } from "../../lib/session/session";
import { useDialog } from "../../lib/ui/useDialog";
import type { BegunThread } from "./ThreadDialog";

const loadDialog = () => import("./ThreadDialog").then((file) => file.NewThreadDialog);

/**
 * The function that starts a thread and its dialog: in a channel, or without one in a channel that the user chooses. The thread
 * may begin with a title and a text.
 */
export function useNewThread(channelId?: string, begun?: BegunThread) {
  const askToLogin = useAskToLogin();
  const { user } = useSession();
  const check = useSessionCheck();
  const { key, opened, open, close } = useDialog();
  const NewThreadDialog = useLazyComponent(loadDialog, opened, close);
  return {
    start: () => void check(open, () => askToLogin("create a thread")),
    dialog: NewThreadDialog && user && (
      <NewThreadDialog key={key} userId={user.id} channelId={channelId} begun={begun} opened={opened} onClose={close} />
    ),
  };
}
