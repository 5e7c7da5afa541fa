// The widths of the smaller renditions that the server makes of an upload.
const ladder = [96, 320, 640, 1200, 1600];
const upload = /^(\/uploads\/[0-9a-f-]{36}\/)(\d{1,5})x(\d{1,5})\.(jpg|png)(\.(?:gif|webp))?$/;

export type ImageSource = { src: string; srcSet?: string; width?: number; height?: number };

/**
 * The attributes as those of imageSource, but of the animation where there is one: for an image that a reader has opened. Who wants less
 * motion sees the still image.
 */
export function movingImageSource(address: string): ImageSource {
  const source = imageSource(address);
  const isStill =
    source.src === address ||
    (typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches);
  return isStill ? source : { ...source, src: address, srcSet: undefined };
}

/** The attributes with which an <img> loads the smallest sufficient rendition and reserves its space; external URLs are returned unchanged. Of an animation it is the still image. */
export function imageSource(address: string): ImageSource {
  const parts = upload.exec(address);
  if (!parts) return { src: address };
  const [, folder, w, h, ext, animation = ""] = parts;
  const still = address.slice(0, address.length - animation.length);
  const width = Number(w);
  const height = Number(h);
  const renditions = ladder.filter((step) => step < width).map((step) => `${folder}w${step}.${ext} ${step}w`);
  return { src: still, srcSet: [...renditions, `${still} ${width}w`].join(", "), width, height };
}
