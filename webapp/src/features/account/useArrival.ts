import { callUnaryMethod, useTransport } from "@connectrpc/connect-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import { VoteService } from "../../gen/uvboard/v1/vote_service_pb";
import { failureMessage } from "../../lib/server/failure";
import { takeReturnTo } from "../../lib/session/returnTo";
import { useSession } from "../../lib/session/session";
import { toastError } from "../../lib/ui/toast";

const delayMs = 100;

/**
 * Leaves the login screen once the user is logged in, or was before they opened it: back to the page that required a
 * login, with the vote they tried to cast there, or else to their profile. Returns whether the user is logged in.
 */
export function useArrival(): boolean {
  const username = useSession().user?.username;
  const navigate = useNavigate();
  const transport = useTransport();
  const leave = useEffectEvent(async (own: string) => {
    const returnTo = takeReturnTo();
    // Vote first, so that the page shows the new count.
    if (returnTo?.vote) {
      await callUnaryMethod(transport, VoteService.method.castVote, returnTo.vote).catch((error: unknown) =>
        toastError("Error", failureMessage(error, "Failed to vote")),
      );
    }
    // Replace this screen in the history, since going back to it would redirect again.
    if (returnTo) await navigate({ href: returnTo.path, replace: true });
    else await navigate({ to: "/profile/$username", params: { username: own }, replace: true });
  });
  useEffect(() => {
    if (!username) return;
    const timer = window.setTimeout(() => void leave(username), delayMs);
    return () => window.clearTimeout(timer);
  }, [username]);
  return username !== undefined;
}
