import { Input } from "@mantine/core";
import type { State } from "altcha/types";
import type {} from "altcha/types/react";
import { type Ref, useEffect, useId, useImperativeHandle, useRef } from "react";
import css from "./ProofOfWork.module.css";

/** Returns the solved task, solving one if there is none; empty if that fails. */
export type Solver = { solve: () => Promise<string> };

type Change = CustomEvent<{ state: `${State}`; payload: string | null }>;

const loadWidget = () => import("../lib/session/altcha");

/** The task that a visitor's browser solves before a registration or a subscription. It begins by itself; nobody has to press anything unless it fails. */
export function ProofOfWork({ error, solver }: { error: unknown; solver: Ref<Solver> }) {
  const widget = useRef<HTMLElementTagNameMap["altcha-widget"]>(null);
  const task = useRef<Change["detail"]>(undefined);
  const message = `${useId()}-error`;

  useEffect(() => {
    const element = widget.current;
    const listen = (event: Event) => {
      task.current = (event as Change).detail;
    };
    element?.addEventListener("statechange", listen);
    loadWidget().catch(() => {}); // solve tries again
    return () => element?.removeEventListener("statechange", listen);
  }, []);

  // The server has refused the solution, so another task is needed.
  useEffect(() => {
    if (!error || !task.current) return;
    task.current = undefined;
    void widget.current?.verify();
  }, [error]);

  useImperativeHandle(
    solver,
    () => ({
      solve: async () => {
        const element = widget.current;
        const loaded = await loadWidget().then(
          () => true,
          () => false,
        );
        if (!element || !loaded) return "";
        const { state, payload } = task.current ?? {};
        if (state === "verified") return payload ?? "";
        const solved = new Promise<string>((resolve) => {
          const listen = (event: Event) => {
            const { state, payload } = (event as Change).detail;
            if (state !== "verified" && state !== "error") return;
            element.removeEventListener("statechange", listen);
            resolve(payload ?? "");
          };
          element.addEventListener("statechange", listen);
        });
        if (state && state !== "verifying") void element.verify();
        return solved;
      },
    }),
    [],
  );

  return (
    <Input.Wrapper error={error as string} errorProps={{ id: message }}>
      <altcha-widget
        ref={widget}
        auto="onload"
        className={css.widget}
        aria-live="polite"
        aria-describedby={error ? message : undefined}
      />
    </Input.Wrapper>
  );
}
