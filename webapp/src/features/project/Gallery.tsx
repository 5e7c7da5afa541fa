import { IconMaximize } from "@tabler/icons-react";
import { useState } from "react";
import css from "./Gallery.module.css";
import { Arrows, Counter } from "./GalleryControls";
import { GalleryImage, GalleryThumb, GalleryView } from "./GalleryView";
import { type GalleryItem, wrapped } from "./items";
import { Lightbox } from "./Lightbox";
import { useSwipe } from "./useSwipe";

/** Screenshots and films: one large, all as thumbnails, pictures also over the whole screen. */
export function Gallery({ title, items }: { title: string; items: GalleryItem[] }) {
  const [index, setIndex] = useState(0);
  const [full, setFull] = useState(false);
  const item = items[index];
  const go = (step: number) => setIndex(wrapped(index, step, items.length));
  const swipe = useSwipe(go);
  if (!item) return null;
  const several = items.length > 1;

  return (
    <section className={css.gallery} aria-label="Gallery">
      <div className={css.stage} {...swipe}>
        {item.kind === "image" ? (
          <button type="button" className={css.open} aria-label="View full screen" onClick={() => setFull(true)}>
            <GalleryImage title={title} address={item.address} index={index} sizes="(max-width: 1119px) 100vw, 792px" />
            <span className={css.enlarge} aria-hidden="true">
              <IconMaximize size={16} />
            </span>
          </button>
        ) : (
          <GalleryView key={item.address} title={title} item={item} />
        )}
        {several && <Arrows onGo={go} />}
        {several && <Counter index={index} total={items.length} />}
      </div>
      {several && (
        <div className={css.thumbs}>
          {items.map((one, i) => (
            <button
              key={one.address}
              type="button"
              aria-label={one.kind === "image" ? `Screenshot ${i + 1}` : `Video ${i + 1}`}
              aria-current={i === index || undefined}
              onClick={() => setIndex(i)}
            >
              <GalleryThumb title={title} item={one} />
            </button>
          ))}
        </div>
      )}
      <Lightbox opened={full} title={title} items={items} index={index} onGo={go} onClose={() => setFull(false)} />
    </section>
  );
}
