import { CheckedLink } from "../../gen/uvboard/v1/alive_pb";
import type { Labels } from "../../lib/text/labels";

/** The links that are checked, as the list of links calls them. */
export const linkLabels: Labels<CheckedLink> = {
  [CheckedLink.DEMO]: "Live Demo",
  [CheckedLink.REPO]: "Source Code",
};
