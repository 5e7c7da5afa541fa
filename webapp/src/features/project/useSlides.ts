import { useRef, useState } from "react";
import { wrapped } from "./items";

/** The state of a strip that shows one item at a time and scrolls by a swipe. `index` is the item in view. */
export function useSlides(total: number, first = 0) {
  const [index, setIndex] = useState(first);
  const strip = useRef<HTMLDivElement>(null);
  const show = (to: number) => {
    setIndex(to);
    strip.current?.scrollTo({ left: to * strip.current.clientWidth, behavior: "instant" });
  };
  return {
    index,
    show,
    step: (by: number) => show(wrapped(index, by, total)),
    strip: {
      ref: strip,
      onScroll: ({ currentTarget }: React.UIEvent) =>
        setIndex(Math.round(currentTarget.scrollLeft / currentTarget.clientWidth)),
    },
  };
}
