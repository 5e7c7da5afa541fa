import { Text } from "@mantine/core";
import type { ReactNode } from "react";

/** Props of a Mantine input whose label has a note at its end, such as a count. */
export const labelWithAside = (label: ReactNode, aside: string | undefined) => ({
  label: (
    <>
      {label}
      {/* After the asterisk of a required field. */}
      <Text span className="num" size="xs" lh={1} fw={480} c="var(--uv-text-3)" ml="auto" style={{ order: 1 }}>
        {aside}
      </Text>
    </>
  ),
  styles: { label: { display: "flex", alignItems: "baseline", gap: 4 } },
});
