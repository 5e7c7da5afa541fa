import { maxImageBytes, maxVideoBytes } from "../board/product";

/** The media types of images that the server accepts, for the accept attribute. */
export const imageTypes = "image/jpeg,image/png,image/webp,image/gif";

/** What to do when a file is no such image. */
export const imageTypesHint = "Please upload an image file: JPEG, PNG, GIF or WebP";

const megabytes = (bytes: number): number => Math.floor(bytes / 2 ** 20);
const hint = (bytes: number): string => (Number.isFinite(bytes) ? `Up to ${megabytes(bytes)} MB.` : "");

/** The largest image and video that the server accepts, as a hint. */
export const imageSizeHint = hint(maxImageBytes);
export const videoSizeHint = hint(maxVideoBytes);

/** Names the files of a type that is not accepted, and says what is. */
export function typeError(files: Iterable<{ name: string }>, accepted: string): string {
  const names = Array.from(files, ({ name }) => name);
  return `${names.join(", ")} ${names.length === 1 ? "is" : "are"} not of an accepted type. ${accepted}`;
}

/** The message for a file that is larger than the server accepts, with its name; undefined if it fits. */
export function sizeError(file: File, limit?: string): string | undefined {
  const max = file.type.startsWith("video/") ? maxVideoBytes : maxImageBytes;
  return file.size > max ? `${file.name} is too large. ${limit ?? `Maximum size is ${megabytes(max)}MB`}` : undefined;
}

/** Why an image is refused before it is sent, as the title and the text of a toast; undefined if it may be sent. */
export function imageRefusal(file: File, types = imageTypesHint, limit?: string): [string, string] | undefined {
  if (!imageTypes.split(",").includes(file.type)) return ["Invalid file type", typeError([file], types)];
  const tooLarge = sizeError(file, limit);
  return tooLarge ? ["File too large", tooLarge] : undefined;
}
