import { ownPolicies } from "../board/product";

// The path of a page with its own policy; empty for any other page. Like the server, it ignores letter case and a final slash.
const ownPath = (pathname: string): string => {
  const path = pathname.toLowerCase().replace(/(.)\/$/, "$1");
  return ownPolicies.includes(path) ? path : "";
};

// Of the page that the browser loaded.
let loaded: string | undefined;

/**
 * Whether a screen must be loaded as a document. A page that has its own content policy, which allows the script of another site,
 * has a document to itself, because the policy of a document never changes; so nothing of that site is left on the next screen. The
 * first call is about the page that the browser loaded.
 */
export function needsDocument(pathname: string): boolean {
  const path = ownPath(pathname);
  loaded ??= path;
  return path !== loaded;
}
