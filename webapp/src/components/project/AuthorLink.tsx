import { Link } from "@tanstack/react-router";
import type { Author } from "../../gen/uvboard/v1/common_pb";
import { handle } from "../../lib/text";

/** The handle of an author, or the display name if `named` is set. It links to the profile unless the author is unknown. */
export function AuthorLink({ author, named }: { author: Author | undefined; named?: boolean }) {
  const name = (named && author?.displayName) || handle(author);
  if (!author?.username) return <span className="cut">{name}</span>;
  return (
    <Link to="/profile/$username" params={{ username: author.username }} className="cut">
      {name}
    </Link>
  );
}
