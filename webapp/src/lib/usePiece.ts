import { type ComponentType, useEffect, useEffectEvent, useState } from "react";
import { piece, tellMissing } from "./piece";

/**
 * A component whose code comes when it is first wanted; undefined until then. Should it not come, the reader is told so
 * and `onMissing` takes back the wish, so that it can be had again.
 */
export function usePiece<P>(
  load: () => Promise<ComponentType<P>>,
  wanted: boolean,
  onMissing: () => void,
): ComponentType<P> | undefined {
  const [Piece, setPiece] = useState<ComponentType<P>>();
  const missing = useEffectEvent(() => {
    onMissing();
    void tellMissing();
  });
  const come = useEffectEvent(() => piece(load));
  useEffect(() => {
    if (!wanted || Piece) return;
    let gone = false;
    come().then(
      (component) => !gone && setPiece(() => component),
      () => !gone && missing(),
    );
    return () => {
      gone = true;
    };
  }, [wanted, Piece]);
  return Piece;
}
