import { IconExternalLink, IconPlayerPlay } from "@tabler/icons-react";
import { useState } from "react";
import { ButtonExternal } from "../../components/ButtonLink";
import { Plate } from "../../components/Plate";
import { imageSource } from "../../lib/image";
import css from "./Gallery.module.css";
import type { GalleryItem } from "./items";

/** A picture in its frame, or the plate when it does not load. */
export function GalleryImage({
  title,
  address,
  index,
  sizes,
}: {
  title: string;
  address: string;
  index: number;
  sizes: string;
}) {
  const [failed, setFailed] = useState("");
  if (failed === address) {
    return (
      <span className={css.missing} role="img" aria-label={`Screenshot ${index + 1} of ${title} did not load`}>
        <Plate title={title} />
      </span>
    );
  }
  return (
    <img
      // A new address must not show the old picture while it loads.
      key={address}
      {...imageSource(address)}
      className={css.main}
      sizes={sizes}
      alt={`Screenshot ${index + 1} of ${title}`}
      fetchPriority={index === 0 ? "high" : undefined}
      decoding="async"
      draggable={false}
      onError={() => setFailed(address)}
    />
  );
}

/** Whatever is not a picture: a film of ours, another site's player once it is asked for, or a link. */
export function GalleryView({ title, item }: { title: string; item: Exclude<GalleryItem, { kind: "image" }> }) {
  const [playing, setPlaying] = useState(false);
  if (item.kind === "video") {
    return (
      // biome-ignore lint/a11y/useMediaCaption: makers upload films without caption files
      <video
        className={css.main}
        src={item.address}
        controls
        preload="metadata"
        playsInline
        aria-label={`Video of ${title}`}
      />
    );
  }
  if (item.kind === "link") {
    return (
      <div className={css.poster}>
        <Plate title={title} />
        <ButtonExternal href={item.address} variant="filled">
          <IconExternalLink size={16} />
          Watch on {item.site}
        </ButtonExternal>
      </div>
    );
  }
  if (!playing) {
    // Nothing is asked of another site before the reader says so.
    return (
      <div className={css.poster}>
        <Plate title={title} />
        <button type="button" className={css.play} onClick={() => setPlaying(true)}>
          <IconPlayerPlay size={18} />
          Play video from {item.site}
        </button>
      </div>
    );
  }
  return (
    <iframe
      className={css.main}
      src={item.player}
      title={`Video of ${title} on ${item.site}`}
      allow="autoplay; fullscreen; picture-in-picture; encrypted-media"
      referrerPolicy="strict-origin-when-cross-origin"
    />
  );
}

/** The small picture of an item; films have none, so they show their kind. */
export function GalleryThumb({ title, item }: { title: string; item: GalleryItem }) {
  const [failed, setFailed] = useState(false);
  if (item.kind === "image" && !failed) {
    return (
      <img
        {...imageSource(item.address)}
        sizes="120px"
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => setFailed(true)}
      />
    );
  }
  return (
    <span className={css.film}>
      <Plate title={title}>{item.kind === "image" ? undefined : <IconPlayerPlay size={18} />}</Plate>
    </span>
  );
}
