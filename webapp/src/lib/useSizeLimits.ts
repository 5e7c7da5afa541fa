import type { DescMessage } from "@bufbuild/protobuf";
import { useEffect, useState } from "react";
import { lazyWithRetry } from "./lazyWithRetry";
import type { SizeLimits } from "./sizeLimits";

/** The size limits of a message's fields, from its schema in gen/rules; empty until it is loaded. */
export function useSizeLimits(schema: () => Promise<DescMessage>): SizeLimits {
  const [limits, setLimits] = useState<SizeLimits>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    lazyWithRetry(() => Promise.all([schema(), import("./sizeLimits")])).then(
      ([desc, { sizeLimits }]) => setLimits(sizeLimits(desc)),
      () => undefined, // the form then shows no counts
    );
  }, []);
  return limits;
}
