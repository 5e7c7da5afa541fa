import { ColorInput, type ColorInputProps, Group, Text } from "@mantine/core";
import { contrasts, minContrast } from "./contrast";

/** The accent, with its contrast in both themes. */
export function AccentField(props: ColorInputProps & { value?: string }) {
  const found = contrasts(props.value ?? "");
  return (
    <div>
      <ColorInput
        {...props}
        label="Accent"
        description="Links and focus. Each theme uses a lighter or darker shade of it. Empty for the product's violet."
        format="hex"
        fixOnBlur={false}
        inputWrapperOrder={["label", "error", "input", "description"]} // the open picker covers what is below the input
        eyeDropperButtonProps={{ "aria-label": "Pick a color from the screen" }}
      />
      {found && !props.error && (
        <Group gap="lg" mt={6} role="status">
          {(["dark", "light"] as const).map((theme) => (
            <Text key={theme} size="sm" c={found[theme] < minContrast ? "quench" : "dimmed"}>
              {found[theme].toFixed(2)}:1 in the {theme} theme
              {found[theme] < minContrast && `, less than ${minContrast}`}
            </Text>
          ))}
        </Group>
      )}
    </div>
  );
}
