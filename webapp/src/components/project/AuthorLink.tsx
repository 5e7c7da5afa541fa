import { Link } from "@tanstack/react-router";
import type { Author } from "../../gen/uvboard/v1/common_pb";
import { handle } from "../../lib/text/text";
import { Via } from "../Via";

/**
 * The handle of an author, or the display name if `named` is set, with what wrote something for the author. It links to the profile
 * unless the author is unknown.
 */
export function AuthorLink({ author, named, via }: { author: Author | undefined; named?: boolean; via?: string }) {
  const name = (named && author?.displayName) || handle(author);
  if (!author?.username) return <Via name={via} after={<span className="cut">{name}</span>} />;
  const link = (
    <Link to="/profile/$username" params={{ username: author.username }} className="cut">
      {name}
    </Link>
  );
  return <Via name={via} after={link} />;
}
