import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { isValidElement } from "react";
import { expect, it } from "vitest";
import { type ForumPost, ForumPostSchema } from "../../gen/uvboard/v1/forum_pb";
import { arrange } from "../reply/arrange";
import { foldAgents } from "./foldAgents";

const post = (id: string, more: Omit<MessageInitShape<typeof ForumPostSchema>, "$typeName"> = {}): ForumPost =>
  create(ForumPostSchema, { id, userId: "ada", ...more });
const via = "Kiln bot";

/** The ids of replies that are shown, and those of each fold in brackets. */
const folded = (posts: ForumPost[], folds = (one: ForumPost) => one.via !== undefined) =>
  foldAgents(arrange(posts), folds, ({ post: { id } }) => id)
    .map((item) => {
      if (!isValidElement<{ replies: ReturnType<typeof arrange<ForumPost>> }>(item)) return item as string;
      return `[${item.props.replies.map((reply) => reply.post.id).join(" ")}]`;
    })
    .join(" ");

it("folds replies via agents together that follow each other, and keeps one that a person has answered", () => {
  const posts = [
    post("a", { via }),
    post("b", { via }),
    post("b1", { parentId: "b", via }),
    post("c"),
    post("d", { via }),
    post("e", { via }),
    post("e1", { parentId: "e" }),
    post("f", { via }),
  ];
  expect(folded(posts)).toBe("[a b] c [d] e [f]");
  expect(folded(posts, () => false)).toBe("a b c d e f");
});
