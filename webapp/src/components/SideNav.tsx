import { NativeSelect } from "@mantine/core";
import { createLink, type LinkProps } from "@tanstack/react-router";
import type { ComponentPropsWithRef } from "react";
import css from "./SideNav.module.css";

export type SideLink = {
  id: string;
  label: string;
  /** Where it leads. */
  link: LinkProps;
  /** A number behind the label. */
  badge?: string;
};
export type SideGroup = { label?: string; links: SideLink[] };

// The router alone would mark all links to this path as the current one.
const Entry = createLink(({ current, ...props }: ComponentPropsWithRef<"a"> & { current?: "page" | "location" }) => (
  <a {...props} aria-current={current} />
));

/** The parts of a screen: a column of links beside it on wide screens, a list to choose from above it on narrow ones. */
export function SideNav({
  label,
  groups,
  current,
  onChoose,
  place,
  sticky,
}: {
  /** Names the list for screen readers. */
  label: string;
  groups: SideGroup[];
  /** The id of the current part. */
  current: string;
  /** Opens a part from the list of narrow screens. */
  onChoose: (id: string) => void;
  /** Whether the parts are pages, or places on one page. */
  place: "page" | "location";
  /** Whether the list of narrow screens stays in view. */
  sticky?: boolean;
}) {
  const options = ({ links }: SideGroup) =>
    links.map(({ id, label, badge }) => ({ value: id, label: badge ? `${label} (${badge})` : label }));
  return (
    <>
      <div className={css.select} data-sticky={sticky || undefined}>
        <NativeSelect
          aria-label={label}
          value={current}
          data={
            groups.every(({ label }) => label)
              ? groups.map((group) => ({ group: group.label ?? "", items: options(group) }))
              : groups.flatMap(options)
          }
          onChange={(event) => onChoose(event.currentTarget.value)}
        />
      </div>
      <nav className={css.nav} aria-label={label}>
        {groups.map((group) => (
          <div key={group.label ?? ""} className={css.group}>
            {group.label && <p>{group.label}</p>}
            <ul>
              {group.links.map(({ id, label, link, badge }) => (
                <li key={id}>
                  <Entry {...link} className={css.link} current={id === current ? place : undefined}>
                    {label}
                    {badge && <span className={css.badge}>{badge}</span>}
                  </Entry>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
    </>
  );
}
