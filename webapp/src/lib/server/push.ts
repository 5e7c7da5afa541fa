import { useEffect } from "react";
import { useSession } from "../session/session";

/** This browser's subscription to push notifications, null without one. */
export const pushSubscription = async (): Promise<PushSubscription | null> =>
  (await (await navigator.serviceWorker?.getRegistration())?.pushManager?.getSubscription()) ?? null;

/** Ends push notifications in the browser of a guest: the server has ended them with the session. */
export function useNoPushForGuests() {
  const isGuest = useSession().status === "guest";
  useEffect(() => {
    if (isGuest) void pushSubscription().then((subscription) => subscription?.unsubscribe());
  }, [isGuest]);
}
