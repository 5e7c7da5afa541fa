import { Modal } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import css from "./Gallery.module.css";
import { Arrows, Counter } from "./GalleryControls";
import { GalleryImage, GalleryView } from "./GalleryView";
import type { GalleryItem } from "./items";
import { useSwipe } from "./useSwipe";

/**
 * The gallery over the whole screen, where the arrow keys step and Escape closes.
 */
export function Lightbox({
  opened,
  title,
  items,
  index,
  onGo,
  onClose,
}: {
  opened: boolean;
  title: string;
  items: GalleryItem[];
  index: number;
  onGo: (step: number) => void;
  onClose: () => void;
}) {
  const swipe = useSwipe(onGo);
  const item = items[index];
  const several = items.length > 1;

  const onKeyDown = (event: React.KeyboardEvent) => {
    // A film's own controls use the arrows to seek.
    if (!several || event.target instanceof HTMLVideoElement) return;
    if (event.key === "ArrowLeft") onGo(-1);
    else if (event.key === "ArrowRight") onGo(1);
    else return;
    event.preventDefault();
  };

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      fullScreen
      padding={0}
      classNames={{ content: css.lightbox, body: css.lightboxBody }}
      attributes={{ content: { "aria-label": `Gallery of ${title}` } }}
      onKeyDown={onKeyDown}
    >
      <div className={css.full} {...swipe}>
        {item?.kind === "image" && <GalleryImage title={title} address={item.address} index={index} sizes="100vw" />}
        {item && item.kind !== "image" && <GalleryView key={item.address} title={title} item={item} />}
        {several && <Arrows onGo={onGo} />}
        {several && <Counter index={index} total={items.length} />}
        <button type="button" className={`${css.arrow} ${css.close}`} aria-label="Close" onClick={onClose}>
          <IconX size={18} />
        </button>
      </div>
    </Modal>
  );
}
