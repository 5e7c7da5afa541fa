import type { DescMessage } from "@bufbuild/protobuf";
import { useEffect, useState } from "react";
import { lazyWithRetry } from "../page/lazyWithRetry";
import type { Rules, SizeLimits } from "./rules";

let loading: Promise<Rules> | undefined;

/** Loads the validation rules once. */
export function loadRules(): Promise<Rules> {
  loading ??= lazyWithRetry(async () => (await import("./rules")).fetchRules());
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

/** The validation rules; undefined until they are loaded. If they do not load, the server validates alone. */
export function useRules(): Rules | undefined {
  const [rules, setRules] = useState<Rules>();
  useEffect(() => void loadRules().then(setRules, () => undefined), []);
  return rules;
}

/** The size limits of a message's fields; empty until the rules are loaded. */
export const useSizeLimits = (schema: DescMessage): SizeLimits => useRules()?.sizeLimits(schema) ?? {};
