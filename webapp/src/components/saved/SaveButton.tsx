import { useMutation, useQuery } from "@connectrpc/connect-query";
import { ActionIcon, Button, type ButtonProps } from "@mantine/core";
import { IconBookmark, IconBookmarkFilled } from "@tabler/icons-react";
import type { SavedItem, SavedType } from "../../gen/uvboard/v1/saved_pb";
import { SavedService } from "../../gen/uvboard/v1/saved_service_pb";
import { failureMessage } from "../../lib/server/failure";
import { useInvalidate } from "../../lib/server/query";
import { useSession, useSessionCheck } from "../../lib/session/session";
import { toast, toastError } from "../../lib/ui/toast";
import { useLoginRequired } from "../useLoginRequired";

type Target = {
  type: SavedType;
  id: string;
  /** The items of the list that shows it, at most 100, so that the list asks for all of them at once. */
  among?: string[];
  /** False while nothing shows whether it is saved: then nothing is asked for. */
  shown?: boolean;
  /** The saved item, if the list has it: then nothing is asked for. */
  item?: SavedItem;
};

/**
 * Whether an item is saved, the function that saves or removes it, and the dialog for guests to render. A removed item can
 * be saved again with its label.
 */
export function useSave({ type, id, among = [id], shown = true, item }: Target) {
  const { user } = useSession();
  const check = useSessionCheck();
  const login = useLoginRequired();
  const invalidate = useInvalidate();
  const query = useQuery(
    SavedService.method.listSaved,
    { type, ids: among, pageSize: 100 },
    { enabled: shown && user !== undefined && !item },
  );
  const options = {
    onSuccess: () => invalidate(SavedService),
    onError: (error: unknown) => toastError("Error", failureMessage(error, "Couldn't save this.")),
  };
  const save = useMutation(SavedService.method.saveItem, options);
  const stored = item ?? query.data?.items.find((one) => one.id === id);
  const remove = useMutation(SavedService.method.unsaveItem, {
    ...options,
    // Not given to mutate(): in the list of saved items, the button is gone when the list has been fetched again.
    onSuccess: () => {
      toast(
        "Removed from Saved",
        stored?.title,
        stored?.isAvailable ? { label: "Undo", run: () => save.mutate({ type, id, label: stored.label }) } : undefined,
      );
      return options.onSuccess();
    },
  });
  // The change shows before the answer is there.
  const saved = save.isPending || (stored !== undefined && !remove.isPending);
  const toggle = () =>
    check(
      () => {
        if (!save.isPending && !remove.isPending) (saved ? remove : save).mutate({ type, id });
      },
      () => login.ask("save something for later"),
    );
  return { saved, toggle: () => void toggle(), dialog: login.dialog, Icon: saved ? IconBookmarkFilled : IconBookmark };
}

/**
 * The button that saves an item or removes it. With a `name`, such as the title of an article in a list, it is an icon.
 * The shortcut clicks it: in the list item that has the focus, else the first of the page.
 */
export function SaveButton({
  type,
  id,
  among,
  item,
  name,
  outlined,
  ...button
}: ButtonProps & Target & { name?: string /** A larger icon with a border. */; outlined?: boolean }) {
  const { saved, toggle, dialog, Icon } = useSave({ type, id, among, item });
  const shared = { "aria-pressed": saved, "data-save": true, onClick: toggle };
  return (
    <>
      {name === undefined ? (
        <Button size="sm" {...button} {...shared}>
          <Icon size={16} />
          {saved ? "Saved" : "Save"}
        </Button>
      ) : (
        <ActionIcon
          size={outlined ? "md" : "sm"}
          variant={outlined ? "default" : undefined}
          aria-label={`Save ${name}`}
          data-tooltip={saved ? "Remove from Saved" : "Save"}
          {...shared}
        >
          <Icon size={18} />
        </ActionIcon>
      )}
      {dialog}
    </>
  );
}
