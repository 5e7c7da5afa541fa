import type { ProjectMedia } from "../../gen/uvboard/v1/project_pb";

/** An image, an uploaded video, the player of another site, or a link to a video. */
export type GalleryItem =
  | { kind: "image"; address: string }
  | { kind: "video"; address: string }
  | { kind: "frame"; address: string; player: string; site: string }
  | { kind: "link"; address: string; site: string };

/** The cover and the screenshots of a project followed by its videos, without duplicates. */
export function galleryItems({ coverImage, media }: { coverImage: string; media?: ProjectMedia }): GalleryItem[] {
  const screenshots = [coverImage, ...(media?.screenshots ?? [])];
  const videos = media?.videos ?? [];
  const items = [
    ...[...new Set(screenshots)].map((address) => ({ kind: "image" as const, address })),
    ...[...new Set(videos)].map(videoItem),
  ];
  return items.filter((item) => item.address !== "");
}

/** The index after a step. Both ends wrap around. */
export const wrapped = (index: number, step: number, total: number): number => (index + step + total) % total;

const upload = /^\/uploads\/[A-Za-z0-9/._-]+\.(mp4|webm)$/;
const youtubeId = /^[\w-]{11}$/;
const youtubeHosts = new Set(["youtube.com", "m.youtube.com", "youtube-nocookie.com"]);

/**
 * Decides how a video is shown. Only players that the content security policy allows are framed, by a URL made from the
 * id of the video. Other URLs are links.
 */
export function videoItem(address: string): GalleryItem {
  if (upload.test(address)) return { kind: "video", address };
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:")) return { kind: "link", address: "", site: "" };
  const host = url.hostname.replace(/^www\./, "");
  const path = url.pathname.split("/").filter(Boolean);
  if (youtubeHosts.has(host) || host === "youtu.be") {
    const id = youtubeOf(host, path, url.searchParams);
    if (id) {
      return {
        kind: "frame",
        address,
        player: `https://www.youtube-nocookie.com/embed/${id}?autoplay=1`,
        site: "YouTube",
      };
    }
  }
  if (host === "vimeo.com" || host === "player.vimeo.com") {
    const at = path.findIndex((part) => /^\d+$/.test(part));
    // The player refuses an unlisted video without its hash.
    const key = url.searchParams.get("h") ?? path[at + 1] ?? "";
    if (at >= 0) {
      const secret = /^[0-9a-f]+$/.test(key) ? `&h=${key}` : "";
      return {
        kind: "frame",
        address,
        player: `https://player.vimeo.com/video/${path[at]}?autoplay=1&dnt=1${secret}`,
        site: "Vimeo",
      };
    }
  }
  return { kind: "link", address, site: host };
}

function youtubeOf(host: string, path: string[], query: URLSearchParams): string | undefined {
  const id =
    host === "youtu.be"
      ? path[0]
      : path[0] === "watch"
        ? query.get("v")
        : ["embed", "shorts", "live", "v"].includes(path[0] ?? "")
          ? path[1]
          : undefined;
  return id && youtubeId.test(id) ? id : undefined;
}
