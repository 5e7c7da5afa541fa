import { useEffect, useState } from "react";
import { type StepId, steps } from "./fields";

/** The part of the long form that is being read: the last one whose head has passed the upper third of the window. */
export function useCurrentStep(complete: boolean): StepId {
  const [current, setCurrent] = useState<StepId>("essentials");
  useEffect(() => {
    if (!complete) {
      setCurrent("essentials");
      return;
    }
    const look = () => {
      const passed = steps.filter(({ id }) => {
        const top = document.getElementById(`step-${id}`)?.getBoundingClientRect().top;
        return top !== undefined && top < window.innerHeight / 3;
      });
      setCurrent(passed.at(-1)?.id ?? "essentials");
    };
    look();
    window.addEventListener("scroll", look, { passive: true });
    return () => window.removeEventListener("scroll", look);
  }, [complete]);
  return current;
}
