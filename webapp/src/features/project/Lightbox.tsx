import { ActionIcon, Modal } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useEffect, useLayoutEffect } from "react";
import { useOpenedAfterMount } from "../../lib/page/useOpenedAfterMount";
import css from "./Gallery.module.css";
import type { GalleryItem } from "./items";
import { Slides } from "./Slides";
import { useSlides } from "./useSlides";

type Content = {
  title: string;
  items: GalleryItem[];
  /** The item to begin with. */
  index: number;
  /** Called with each item that comes into view. */
  onShow: (index: number) => void;
  onClose: () => void;
};

/** The gallery over the whole screen. The arrow keys step, and Escape closes it. */
export function Lightbox({ opened, ...content }: Content & { opened: boolean }) {
  return (
    <Modal
      opened={useOpenedAfterMount(opened)}
      onClose={content.onClose}
      fullScreen
      padding={0}
      classNames={{ content: css.lightbox }}
      attributes={{ content: { "aria-label": `Gallery of ${content.title}` } }}
    >
      <Full {...content} />
    </Modal>
  );
}

function Full({ title, items, index: first, onShow, onClose }: Content) {
  const slides = useSlides(items.length, first);
  const { index, step, show } = slides;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, when the strip has its size
  useLayoutEffect(() => show(first), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the gallery behind follows the item in view
  useEffect(() => onShow(index), [index]);

  const onKeyDown = (event: React.KeyboardEvent) => {
    // A video uses the arrow keys to seek.
    if (event.target instanceof HTMLVideoElement) return;
    if (event.key === "ArrowLeft") step(-1);
    else if (event.key === "ArrowRight") step(1);
    else return;
    event.preventDefault();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the whole dialog
    <div className={css.lightboxBody} onKeyDown={onKeyDown}>
      <Slides title={title} items={items} slides={slides} sizes="100vw" />
      <ActionIcon
        variant="filled"
        className={`${css.arrow} ${css.close}`}
        aria-label="Close"
        data-autofocus
        onClick={onClose}
      >
        <IconX size={18} />
      </ActionIcon>
    </div>
  );
}
