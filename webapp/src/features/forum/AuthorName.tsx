import { Link } from "@tanstack/react-router";
import type { Author } from "../../gen/uvboard/v1/common_pb";
import { authorName } from "./text";

/** The author's name; it links to the profile unless the account is deleted. */
export function AuthorName({ author, userId }: { author: Author | undefined; userId: string }) {
  const name = authorName(author, userId);
  if (!author?.username) return <span className="cut">{name}</span>;
  return (
    <Link to="/profile/$username" params={{ username: author.username }} className="cut">
      {name}
    </Link>
  );
}
