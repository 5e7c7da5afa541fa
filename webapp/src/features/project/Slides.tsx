import { ActionIcon, Badge } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import type { CSSProperties } from "react";
import css from "./Gallery.module.css";
import { GalleryImage, GalleryView } from "./GalleryView";
import type { GalleryItem } from "./items";
import type { useSlides } from "./useSlides";

const arrows = [
  { label: "Previous", by: -1, side: css.previous, Icon: IconChevronLeft },
  { label: "Next", by: 1, side: css.next, Icon: IconChevronRight },
];

/** All items in one strip, with a counter and with arrows. A click on an image calls `onOpen`. */
export function Slides({
  title,
  items,
  slides,
  sizes,
  onOpen,
}: {
  title: string;
  items: GalleryItem[];
  slides: ReturnType<typeof useSlides>;
  sizes: string;
  onOpen?: () => void;
}) {
  const { index, step, strip } = slides;
  return (
    <>
      <div {...strip} className={css.strip} tabIndex={onOpen ? undefined : 0}>
        <div style={{ "--slides": items.length } as CSSProperties}>
          {onOpen && items[index]?.kind === "image" && (
            <button type="button" className={css.open} aria-label="View full screen" onClick={onOpen} />
          )}
          {items.map((item, i) => (
            <div key={item.address} className={css.slide}>
              {item.kind === "image" ? (
                <GalleryImage
                  title={title}
                  address={item.address}
                  index={i}
                  sizes={sizes}
                  near={Math.abs(i - index) <= 1}
                />
              ) : (
                <GalleryView title={title} item={item} current={i === index} />
              )}
            </div>
          ))}
        </div>
      </div>
      {items.length > 1 && (
        <>
          {arrows.map(({ label, by, side, Icon }) => (
            <ActionIcon
              key={label}
              variant="filled"
              className={`${css.arrow} ${side}`}
              aria-label={label}
              onClick={() => step(by)}
            >
              <Icon size={18} />
            </ActionIcon>
          ))}
          <Badge variant="filled" className={css.count} role="status">
            {index + 1} / {items.length}
          </Badge>
        </>
      )}
    </>
  );
}
