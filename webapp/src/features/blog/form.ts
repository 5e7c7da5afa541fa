import type { BlogPost } from "../../gen/uvboard/v1/blog_pb";

export type PostValues = {
  title: string;
  excerpt: string;
  content: string;
  coverImage: string;
  tags: string[];
  isPublished: boolean;
};

export const noValues: PostValues = {
  title: "",
  excerpt: "",
  content: "",
  coverImage: "",
  tags: [],
  isPublished: true,
};

export const fromPost = ({ title, excerpt, content, coverImage, tags, isPublished }: BlogPost): PostValues => ({
  title,
  excerpt,
  content,
  coverImage,
  tags,
  isPublished,
});

/** What a form keeps in the browser: texts, without whether the story is published. */
export const toText = ({ title, excerpt, content, coverImage, tags }: PostValues) => ({
  title,
  excerpt,
  content,
  coverImage,
  tags: tags.join(","),
});

export const fromText = ({ tags, ...texts }: ReturnType<typeof toText>) => ({ ...texts, tags: addTags([], tags) });

/** All fields are sent; an empty one clears the value. */
export const toInput = (values: PostValues) => ({
  title: values.title.trim(),
  excerpt: values.excerpt.trim(),
  content: values.content,
  coverImage: values.coverImage.trim(),
  tags: { values: values.tags },
  isPublished: values.isPublished,
});

/** Adds the comma-separated tags of a text, without blanks and duplicates. */
export function addTags(tags: string[], text: string): string[] {
  const all = [...tags];
  for (const word of text.split(",")) {
    const tag = word.trim().replace(/^#/, "").toLowerCase();
    if (tag && !all.includes(tag)) all.push(tag);
  }
  return all;
}
