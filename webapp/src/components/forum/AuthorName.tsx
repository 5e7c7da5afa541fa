import { Link } from "@tanstack/react-router";
import type { Author } from "../../gen/uvboard/v1/common_pb";
import { Via } from "../Via";
import { authorName } from "./text";

/** The author's name, with what wrote it for the author; it links to the profile unless the account is deleted. */
export function AuthorName({ author, userId, via }: { author: Author | undefined; userId: string; via?: string }) {
  const name = authorName(author, userId);
  if (!author?.username) return <Via name={via} after={<span className="cut">{name}</span>} />;
  const link = (
    <Link to="/profile/$username" params={{ username: author.username }} className="cut">
      {name}
    </Link>
  );
  return <Via name={via} after={link} />;
}
