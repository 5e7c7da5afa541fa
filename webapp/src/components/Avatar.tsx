import { useState } from "react";
import { imageSource } from "../lib/image";
import { initial } from "../lib/text";
import css from "./Image.module.css";

const pixels = { small: 24, medium: 32, large: 112 };

/** A person's picture, or the first letter of their name. Decoration: the name stands beside it. */
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
        {initial(person)}
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
