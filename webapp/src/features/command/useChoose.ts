import { useNavigate } from "@tanstack/react-router";
import { nameOf, paths } from "../../lib/page/paths";
import { useLogout } from "../../lib/session/useLogout";
import { copyText } from "../../lib/ui/clipboard";
import { useTheme } from "../../lib/ui/theme";
import { toast, toastError } from "../../lib/ui/toast";
import type { Option } from "./options";
import { useAddRecent } from "./recent";

/** Runs an option of the palette, closes the palette unless the option is a retry, and adds it to the recent options. */
export function useChoose({
  account,
  onClose,
  onRetry,
  onKeys,
}: {
  account: string | undefined;
  onClose: () => void;
  onRetry: () => void;
  onKeys: () => void;
}): (option: Exclude<Option, { kind: "term" }>) => void {
  const navigate = useNavigate();
  const { toggleTheme } = useTheme();
  const addRecent = useAddRecent(account);
  const logout = useLogout(() => undefined);

  return (option) => {
    if (option.kind === "retry") {
      onRetry();
      return;
    }
    onClose();
    if (option.kind === "explore") {
      void navigate({ to: paths.explore, search: { q: option.q } });
      return;
    }
    if (option.kind === "project") {
      addRecent({ id: option.id, title: option.label });
      void navigate({ to: "/projects/$id", params: { id: nameOf(option.project) } });
      return;
    }
    if (option.kind === "thread") {
      void navigate({ to: "/forum/thread/$threadId", params: { threadId: option.id } });
      return;
    }
    if (option.kind === "story") {
      void navigate({ to: "/blog/$id", params: { id: option.id } });
      return;
    }
    if (option.kind === "person") {
      void navigate({ to: "/profile/$username", params: { username: option.person.username } });
      return;
    }
    const { does } = option.command;
    if ("act" in does && does.act === "logout") {
      logout.start();
      return;
    }
    addRecent({ id: option.id });
    if ("to" in does) void navigate({ to: does.to });
    else if (does.act === "theme") toggleTheme();
    else if (does.act === "keys") onKeys();
    else void copyAddress();
  };
}

async function copyAddress() {
  if (await copyText(window.location.href)) toast("Link copied!");
  else toastError("Error", "Failed to copy the link");
}
