import { callUnaryMethod, useTransport } from "@connectrpc/connect-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import { VoteService } from "../../gen/uvboard/v1/vote_service_pb";
import { failureMessage } from "../../lib/failure";
import { takeReturnTo } from "../../lib/returnTo";
import { useSession } from "../../lib/session";
import { toastError } from "../../lib/toast";

const pause = 100;

/**
 * Leads whoever is logged in to their profile, a moment after the session says so: a person who just logged in, and one
 * who opens the screen though they are. Who was sent here by something that needs an account goes back to it, and the
 * vote they tried is cast. True from the moment that is known.
 */
export function useArrival(): boolean {
  const username = useSession().user?.username;
  const navigate = useNavigate();
  const transport = useTransport();
  const goOn = useEffectEvent(async (own: string) => {
    const intent = takeReturnTo();
    // Before the way back, so that what is shown there counts it.
    if (intent?.vote) {
      await callUnaryMethod(transport, VoteService.method.castVote, intent.vote).catch((error: unknown) =>
        toastError("Error", failureMessage(error, "Failed to vote")),
      );
    }
    // Going back from there must not lead here again.
    if (intent) await navigate({ href: intent.path, replace: true });
    else await navigate({ to: "/profile/$username", params: { username: own }, replace: true });
  });
  useEffect(() => {
    if (!username) return;
    const timer = window.setTimeout(() => void goOn(username), pause);
    return () => window.clearTimeout(timer);
  }, [username]);
  return username !== undefined;
}
