import { useEffect, useState } from "react";
import { type StepId, steps } from "./fields";

/** The step that is being read: the last one whose heading is in the upper third of the window or above. */
export function useCurrentStep(): StepId {
  const [current, setCurrent] = useState<StepId>("essentials");
  useEffect(() => {
    const update = () => {
      const passed = steps.filter(({ id }) => {
        const top = document.getElementById(`step-${id}`)?.getBoundingClientRect().top;
        return top !== undefined && top < window.innerHeight / 3;
      });
      setCurrent(passed.at(-1)?.id ?? "essentials");
    };
    update();
    window.addEventListener("scroll", update, { passive: true });
    return () => window.removeEventListener("scroll", update);
  }, []);
  return current;
}
