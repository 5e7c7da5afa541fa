import type { ProjectMedia } from "../../gen/uvboard/v1/project_pb";

/** A picture, a film that plays here, a player of another site in a frame, or a link to where a film is. */
export type GalleryItem =
  | { kind: "image"; address: string }
  | { kind: "video"; address: string }
  | { kind: "frame"; address: string; player: string; site: string }
  | { kind: "link"; address: string; site: string };

/** What a project shows: its screenshots, then its films, each once. */
export function galleryItems(media: ProjectMedia | undefined): GalleryItem[] {
  const screenshots = media?.screenshots ?? [];
  const videos = media?.videos ?? [];
  const items = [
    ...[...new Set(screenshots)].map((address) => ({ kind: "image" as const, address })),
    ...[...new Set(videos)].map(videoItem),
  ];
  return items.filter((item) => item.address !== "");
}

/** The place `step` further on, going round at either end. */
export const wrapped = (index: number, step: number, total: number): number => (index + step + total) % total;

const upload = /^\/uploads\/[A-Za-z0-9/._-]+\.(mp4|webm)$/;
const youtubeId = /^[\w-]{11}$/;
const youtubeHosts = new Set(["youtube.com", "m.youtube.com", "youtube-nocookie.com"]);

/**
 * How a film's address is shown. Only the players that the content security policy admits are framed, at addresses made
 * here from their id; anything else is a link.
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
    // A film that is not listed carries a second word, without which the player refuses it.
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
