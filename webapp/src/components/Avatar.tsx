import { useState } from "react";
import { imageSource } from "../lib/image";
import { plateLines } from "../lib/plate";
import { initial } from "../lib/text";
import css from "./Image.module.css";

const pixels = { small: 24, medium: 32, large: 112 };

/** A user's image, or the initial of the name on a pattern of lines made from the username. Decorative: the name is shown beside it. */
export function Avatar({
  person,
  size = "medium",
}: {
  person: { displayName?: string; username?: string; avatar?: string };
  size?: keyof typeof pixels;
}) {
  const [failed, setFailed] = useState("");
  const className = size === "medium" ? css.person : `${css.person} ${css[size]}`;
  if (!person.avatar || failed === person.avatar) {
    return (
      <span className={className} aria-hidden="true">
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" fill="currentColor" aria-hidden="true">
          {plateLines(person.username ?? "").map((line) => (
            <rect key={`${line.x}/${line.opacity}`} {...line} height="100" />
          ))}
        </svg>
        <b>{initial(person)}</b>
      </span>
    );
  }
  return (
    <img
      {...imageSource(person.avatar)}
      className={className}
      sizes={`${pixels[size]}px`}
      width={pixels[size]}
      height={pixels[size]}
      alt=""
      decoding="async"
      onError={() => setFailed(person.avatar ?? "")}
    />
  );
}
