import { Text } from "@mantine/core";
import type { ReactNode } from "react";

/** What a search says about its words: that other ones were found, or that others may have been meant. */
export function Said({
  typed,
  searchedFor,
  didYouMean,
  link,
}: {
  typed: string;
  searchedFor: string;
  didYouMean: string;
  /** A link to another search, or to this one with its words as typed. */
  link: (q: string, exact: boolean, text: string) => ReactNode;
}) {
  if (searchedFor) {
    return (
      <Text role="status" mb="md">
        Nothing for “{typed}”. Showing results for <b>“{searchedFor}”</b>.{" "}
        {link(typed, true, `Search for “${typed}” as typed`)}
      </Text>
    );
  }
  if (!didYouMean) return null;
  return (
    <Text role="status" mb="md">
      Did you mean {link(didYouMean, false, didYouMean)}?
    </Text>
  );
}
