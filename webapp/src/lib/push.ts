/** This browser's subscription to push notifications, null without one. */
export const pushSubscription = async (): Promise<PushSubscription | null> =>
  (await (await navigator.serviceWorker?.getRegistration())?.pushManager?.getSubscription()) ?? null;
