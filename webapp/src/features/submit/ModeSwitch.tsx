import { SegmentedControl, Text } from "@mantine/core";
import { SubmitMode } from "../../gen/uvboard/v1/project_input_pb";
import type { Mode } from "./draft";
import css from "./Submit.module.css";

/** Switches between the quick and the complete form. The values of both are kept. */
export function ModeSwitch({ mode, live, onChange }: { mode: Mode; live: boolean; onChange: (mode: Mode) => void }) {
  const option = (value: Mode, name: string, text: string) => ({
    value,
    label: (
      <>
        <b>{name}</b>
        <Text span display="block" size="sm">
          {text}
        </Text>
      </>
    ),
  });
  return (
    <SegmentedControl<Mode>
      aria-label="Mode"
      classNames={{ label: css.mode }}
      fullWidth
      withItemsBorders={false}
      maw={856}
      mt={20}
      data={[
        // A live project only changes.
        option(
          SubmitMode.QUICK,
          "Quick Submit",
          live ? "Change the essentials" : "Get your project live in under 2 minutes",
        ),
        option(SubmitMode.COMPLETE, "Complete Submit", "Provide comprehensive details for maximum exposure"),
      ]}
      value={mode}
      onChange={onChange}
    />
  );
}
