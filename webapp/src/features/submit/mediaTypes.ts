import { imageTypes, imageTypesHint } from "../../lib/upload/uploadLimits";

export type MediaField = "logo" | "coverImage" | "screenshots" | "videos";

const videoTypes = "video/mp4,video/webm";

export const acceptFor = (field: MediaField): string => (field === "videos" ? videoTypes : imageTypes);

/** The message for a file of a type that the field does not accept. */
export const typeErrorFor = (field: MediaField): string =>
  field === "videos" ? "Please upload a video file: MP4 or WebM" : imageTypesHint;

/** Whether a file has one of the accepted types. */
export const isAccepted = (file: File, accept: string): boolean => accept.split(",").includes(file.type);
