/** Offers a file for download. */
export function download(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A file name of letters, digits and hyphens. */
export const fileName = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .toLowerCase()
    .slice(0, 60) || "logo";

/** An SVG as a URL for an image, which runs no script and loads nothing. */
export const imageUrl = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`;

/** Draws an SVG as a PNG of a width. */
export async function toPng(svg: string, width: number): Promise<Blob> {
  const image = new Image();
  image.src = imageUrl(svg);
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = Math.max(1, Math.round((width * image.naturalHeight) / image.naturalWidth));
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The image could not be drawn."))), "image/png"),
  );
}
