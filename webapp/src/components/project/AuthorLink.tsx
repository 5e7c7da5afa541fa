import { Link } from "@tanstack/react-router";
import type { Author } from "../../gen/uvboard/v1/common_pb";
import { handle } from "../../lib/text";

/** Who made it, leading to their profile; an unknown author leads nowhere. */
export function AuthorLink({ author }: { author: Author | undefined }) {
  if (!author?.username) return <span className="cut">{handle(author)}</span>;
  return (
    <Link to="/profile/$username" params={{ username: author.username }} className="cut">
      {handle(author)}
    </Link>
  );
}
