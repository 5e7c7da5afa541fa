import { Avatar as MantineAvatar } from "@mantine/core";
import { initial } from "../lib/text/text";
import { imageSource } from "../lib/upload/image";
import { PlateLines } from "./Plate";

const pixels = { sm: 24, md: 32, lg: 56, xl: 112 };

/** A user's image, or the initial on lines made from the username. Hidden from screen readers, since the name is beside it. */
export function Avatar({
  person,
  size = "md",
}: {
  person: { displayName?: string; username?: string; avatar?: string };
  size?: keyof typeof pixels;
}) {
  const { src, srcSet } = person.avatar ? imageSource(person.avatar) : {};
  return (
    <MantineAvatar
      component="span"
      aria-hidden="true"
      size={size}
      src={src}
      alt=""
      imageProps={{ srcSet, sizes: `${pixels[size]}px`, width: pixels[size], height: pixels[size], decoding: "async" }}
    >
      <PlateLines text={person.username ?? ""} />
      <b>{initial(person)}</b>
    </MantineAvatar>
  );
}
