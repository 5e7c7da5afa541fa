import { SubmitMode } from "../../gen/uvboard/v1/project_input_pb";
import type { Mode } from "./draft";
import css from "./Submit.module.css";

const modes: { mode: Mode; name: string; text: string }[] = [
  { mode: SubmitMode.QUICK, name: "Quick Submit", text: "Get your project live in under 2 minutes" },
  { mode: SubmitMode.COMPLETE, name: "Complete Submit", text: "Provide comprehensive details for maximum exposure" },
];

/** The short form or the long one. Nothing is lost on the way between them. */
export function ModeSwitch({
  mode,
  live,
  onChange,
}: {
  mode: Mode;
  /** Whether the project is live already, and needs nothing to get there. */
  live: boolean;
  onChange: (mode: Mode) => void;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own box
    <div className={css.modes} role="group" aria-label="Mode">
      {modes.map((one) => (
        <button key={one.mode} type="button" aria-pressed={mode === one.mode} onClick={() => onChange(one.mode)}>
          <b>{one.name}</b>
          <span>{live && one.mode === SubmitMode.QUICK ? "Change the essentials" : one.text}</span>
        </button>
      ))}
    </div>
  );
}
