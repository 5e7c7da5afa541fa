import { Button } from "@mantine/core";
import { IconExternalLink, IconPlayerPlay } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { ButtonExternal } from "../../components/ButtonLink";
import { Plate } from "../../components/Plate";
import { imageSource, movingImageSource } from "../../lib/upload/image";
import css from "./Gallery.module.css";
import type { GalleryItem } from "./items";

/** An image in its frame, or the plate if it does not load. */
export function GalleryImage({
  title,
  address,
  index,
  sizes,
  near,
}: {
  title: string;
  address: string;
  index: number;
  sizes: string;
  /** True for the current item and its neighbors. The others load later. */
  near: boolean;
}) {
  const [failed, setFailed] = useState(false);
  if (failed) {
    return (
      <span className={css.plate} role="img" aria-label={`Screenshot ${index + 1} of ${title} did not load`}>
        <Plate title={title} />
      </span>
    );
  }
  return (
    <img
      {...movingImageSource(address)}
      className={css.main}
      sizes={sizes}
      alt={`Screenshot ${index + 1} of ${title}`}
      fetchPriority={index === 0 ? "high" : "low"}
      loading={near ? "eager" : "lazy"}
      decoding="async"
      draggable={false}
      onError={() => setFailed(true)}
    />
  );
}

/** An uploaded video, the player of another site after a click, or a link. It stops when it is no longer the current item. */
export function GalleryView({
  title,
  item,
  current,
}: {
  title: string;
  item: Exclude<GalleryItem, { kind: "image" }>;
  current: boolean;
}) {
  const [playing, setPlaying] = useState(false);
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (current) return;
    setPlaying(false);
    video.current?.pause();
  }, [current]);

  if (item.kind === "video") {
    return (
      // biome-ignore lint/a11y/useMediaCaption: users upload videos without caption files
      <video
        ref={video}
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
      <Poster title={title}>
        <ButtonExternal href={item.address} variant="filled" leftSection={<IconExternalLink size={16} />}>
          Watch on {item.site}
        </ButtonExternal>
      </Poster>
    );
  }
  if (!playing) {
    // The other site gets no request before the click.
    return (
      <Poster title={title}>
        <Button variant="filled" size="lg" leftSection={<IconPlayerPlay size={18} />} onClick={() => setPlaying(true)}>
          Play video from {item.site}
        </Button>
      </Poster>
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

function Poster({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={css.plate}>
      <Plate title={title} />
      {children}
    </div>
  );
}

/** The thumbnail of an item. Videos have no image, so the plate shows a play icon. */
export function GalleryThumb({ title, item }: { title: string; item: GalleryItem }) {
  const [failed, setFailed] = useState(false);
  const image = item.kind === "image";
  if (image && !failed) {
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
    <span className={css.plate}>
      {/* Without the initial, which would be below the icon. */}
      <Plate title={title}>{image ? undefined : ""}</Plate>
      {!image && <IconPlayerPlay size={18} />}
    </span>
  );
}
