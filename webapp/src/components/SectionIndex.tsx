import { useScrollSpy } from "@mantine/hooks";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { SideNav } from "./SideNav";

// Below the header, and on narrow screens the index itself.
const offset = 140;

/** The sections of this page, with the one that is read marked. `of` changes when the page has other sections. */
export function SectionIndex({ label, of }: { label: string; of: string }) {
  const navigate = useNavigate();
  const { data, active, reinitialize } = useScrollSpy({
    selector: "section[data-section]",
    getDepth: () => 1,
    getValue: (section) => section.querySelector("h2")?.textContent ?? "",
    offset,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sections are read from the page when it has others
  useEffect(reinitialize, [of]);
  const links = data.map(({ id, value }) => ({ id, label: value, link: { to: ".", hash: id } as const }));
  return (
    <SideNav
      label={label}
      groups={[{ links }]}
      current={data[active]?.id ?? ""}
      onChoose={(id) => void navigate({ to: ".", hash: id })}
      place="location"
      sticky
    />
  );
}
