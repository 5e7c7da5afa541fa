import type { TargetType, VoteType } from "../gen/uvboard/v1/vote_pb";

/** What a guest was about to do when they were sent to log in. */
export type Intent = {
  /** Where they were: path and query. */
  path: string;
  /** The vote they tried to cast there. */
  vote?: { targetType: TargetType; targetId: string; voteType: VoteType };
};

const name = "uvboard.intent";
// Whoever logs in later than this has begun something else.
const lasts = 15 * 60 * 1000;

/** Keeps where the guest is, and what they tried there, until they have logged in to this tab. */
export function rememberIntent(vote?: Intent["vote"]): void {
  const intent: Intent = { path: window.location.pathname + window.location.search, vote };
  try {
    sessionStorage.setItem(name, JSON.stringify({ ...intent, at: Date.now() }));
  } catch {
    // Storage may be closed to us; the profile is then where a login leads.
  }
}

/** Gives what was kept, once; undefined when there is nothing, or it is too old. */
export function takeIntent(): Intent | undefined {
  try {
    const { at, ...intent } = JSON.parse(sessionStorage.getItem(name) ?? "{}") as Intent & { at?: number };
    sessionStorage.removeItem(name);
    return at !== undefined && Date.now() - at < lasts && intent.path.startsWith("/") ? intent : undefined;
  } catch {
    return undefined;
  }
}
