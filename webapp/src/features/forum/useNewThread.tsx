import { useAskToLogin } from "../../components/forum/askToLogin";
import { useLazyComponent } from "../../lib/page/useLazyComponent";
import { useSession, useSessionCheck } from "../../lib/session/session";
import { useDialog } from "../../lib/ui/useDialog";

const loadDialog = () => import("./ThreadDialog").then((file) => file.NewThreadDialog);

/** The function that starts a thread and its dialog: in a channel, or without one in a channel that the user chooses. */
export function useNewThread(channelId?: string) {
  const askToLogin = useAskToLogin();
  const { user } = useSession();
  const check = useSessionCheck();
  const { key, opened, open, close } = useDialog();
  const NewThreadDialog = useLazyComponent(loadDialog, opened, close);
  return {
    start: () => void check(open, () => askToLogin("create a thread")),
    dialog: NewThreadDialog && user && (
      <NewThreadDialog key={key} userId={user.id} channelId={channelId} opened={opened} onClose={close} />
    ),
  };
}
