import type { TargetType, VoteType } from "../../gen/uvboard/v1/vote_pb";

/** Where a guest continues after login. */
export type ReturnTo = {
  /** Path and query of the page that they left. */
  path: string;
  /** The vote that they tried to cast there. */
  vote?: { targetType: TargetType; targetId: string; voteType: VoteType };
};

const storageKey = "uvboard.intent";
// A login later than this is not related any more.
const maxAgeMs = 15 * 60 * 1000;

/** Stores the current page, and the vote the guest tried to cast, for this tab. */
export function saveReturnTo(vote?: ReturnTo["vote"]): void {
  const returnTo: ReturnTo = { path: window.location.pathname + window.location.search, vote };
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ ...returnTo, at: Date.now() }));
  } catch {
    // Without storage, a login leads to the profile.
  }
}

/** Returns and removes the stored page; undefined if there is none or it is too old. */
export function takeReturnTo(): ReturnTo | undefined {
  try {
    const { at, ...returnTo } = JSON.parse(sessionStorage.getItem(storageKey) ?? "{}") as ReturnTo & { at?: number };
    sessionStorage.removeItem(storageKey);
    return at !== undefined && Date.now() - at < maxAgeMs && returnTo.path.startsWith("/") ? returnTo : undefined;
  } catch {
    return undefined;
  }
}
