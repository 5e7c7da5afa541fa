import { useRef } from "react";

const threshold = 40;

/** Touch handlers for horizontal swipes with one finger: a swipe to the left is a step forward. Vertical swipes scroll the page. */
export function useSwipe(onStep: (step: number) => void) {
  const start = useRef<{ x: number; y: number }>(undefined);
  return {
    onTouchStart: (event: React.TouchEvent) => {
      const touch = event.touches.length === 1 ? event.touches[0] : undefined;
      start.current = touch && { x: touch.clientX, y: touch.clientY };
    },
    onTouchEnd: (event: React.TouchEvent) => {
      const from = start.current;
      const to = event.changedTouches[0];
      start.current = undefined;
      if (!from || !to) return;
      const x = to.clientX - from.x;
      if (Math.abs(x) >= threshold && Math.abs(x) > Math.abs(to.clientY - from.y)) onStep(x < 0 ? 1 : -1);
    },
  };
}
