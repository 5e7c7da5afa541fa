// The widths of the smaller renditions that the server makes of an upload.
const ladder = [96, 320, 640, 1200, 1600];
const upload = /^(\/uploads\/[0-9a-f-]{36}\/)(\d{1,5})x(\d{1,5})\.(jpg|png)$/;

export type ImageSource = { src: string; srcSet?: string; width?: number; height?: number };

/** The attributes with which an <img> loads the smallest sufficient rendition and reserves its space; external URLs are returned unchanged. */
export function imageSource(address: string): ImageSource {
  const parts = upload.exec(address);
  if (!parts) return { src: address };
  const [, folder, w, h, ext] = parts;
  const width = Number(w);
  const height = Number(h);
  const renditions = ladder.filter((step) => step < width).map((step) => `${folder}w${step}.${ext} ${step}w`);
  return { src: address, srcSet: [...renditions, `${address} ${width}w`].join(", "), width, height };
}
