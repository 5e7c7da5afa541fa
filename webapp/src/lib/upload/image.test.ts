import { describe, expect, it } from "vitest";
import { imageSource, movingImageSource } from "./image";

const folder = "/uploads/0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b";

describe("imageSource", () => {
  it("offers all renditions below the original width, and the original", () => {
    expect(imageSource(`${folder}/1280x800.jpg`)).toEqual({
      src: `${folder}/1280x800.jpg`,
      srcSet: [
        `${folder}/w96.jpg 96w`,
        `${folder}/w320.jpg 320w`,
        `${folder}/w640.jpg 640w`,
        `${folder}/w1200.jpg 1200w`,
        `${folder}/1280x800.jpg 1280w`,
      ].join(", "),
      width: 1280,
      height: 800,
    });
  });

  it("does not list a rendition of the original width twice", () => {
    expect(imageSource(`${folder}/320x320.png`).srcSet).toBe(`${folder}/w96.png 96w, ${folder}/320x320.png 320w`);
  });

  it("offers the original only for a tiny image", () => {
    expect(imageSource(`${folder}/64x64.png`).srcSet).toBe(`${folder}/64x64.png 64w`);
  });

  it("shows an animation where it is opened, else its still image", () => {
    const still = `${folder}/320x200.png`;
    expect(imageSource(`${still}.gif`)).toEqual(imageSource(still));
    expect(movingImageSource(`${still}.gif`)).toEqual({
      src: `${still}.gif`,
      srcSet: undefined,
      width: 320,
      height: 200,
    });
    expect(movingImageSource(still)).toEqual(imageSource(still));
  });

  it.each(["https://example.com/a/1280x800.jpg", "/uploads/x/video.mp4", "/uploads/../1280x800.jpg", ""])(
    "returns %s unchanged",
    (address) => {
      expect(imageSource(address)).toEqual({ src: address });
    },
  );
});
