import { ColorInput, type ColorInputProps } from "@mantine/core";
import css from "./VibeKit.module.css";

/** A color as #rrggbb, typed or picked. */
export function ColorField(props: ColorInputProps & { value?: string }) {
  return (
    <ColorInput
      {...props}
      format="hex"
      fixOnBlur={false}
      withPreview={false}
      leftSection={<span className={css.chip} style={{ background: props.value }} />}
      eyeDropperButtonProps={{ "aria-label": "Pick a color from the screen", c: "dimmed" }}
    />
  );
}
