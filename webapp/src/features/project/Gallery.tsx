import { UnstyledButton } from "@mantine/core";
import { useState } from "react";
import { useLazyComponent } from "../../lib/page/useLazyComponent";
import css from "./Gallery.module.css";
import { GalleryThumb } from "./GalleryView";
import type { GalleryItem } from "./items";
import { Slides } from "./Slides";
import { useSlides } from "./useSlides";

const loadLightbox = () => import("./Lightbox").then((file) => file.Lightbox);

/** Screenshots and videos: one large, all as thumbnails, and in a lightbox. */
export function Gallery({ title, items }: { title: string; items: GalleryItem[] }) {
  const [full, setFull] = useState(false);
  const slides = useSlides(items.length);
  const Lightbox = useLazyComponent(loadLightbox, full, () => setFull(false));
  return (
    <section className={css.gallery} data-single={items.length === 1 || undefined} aria-label="Gallery">
      <div className={css.stage}>
        <Slides
          title={title}
          items={items}
          slides={slides}
          sizes={`(max-width: 767px) 100vw, ${items.length === 1 ? 792 : 640}px`}
          onOpen={() => setFull(true)}
        />
      </div>
      {items.length > 1 && (
        <div className={css.thumbs}>
          {items.map((item, i) => (
            <UnstyledButton
              key={item.address}
              aria-label={item.kind === "image" ? `Screenshot ${i + 1}` : `Video ${i + 1}`}
              aria-current={i === slides.index || undefined}
              onClick={() => slides.show(i)}
            >
              <GalleryThumb title={title} item={item} />
            </UnstyledButton>
          ))}
        </div>
      )}
      {Lightbox && (
        <Lightbox
          opened={full}
          title={title}
          items={items}
          index={slides.index}
          onShow={slides.show}
          onClose={() => setFull(false)}
        />
      )}
    </section>
  );
}
