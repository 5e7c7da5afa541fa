import { create } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import { ProjectMediaSchema } from "../../gen/uvboard/v1/project_pb";
import { galleryItems, videoItem, wrapped } from "./items";

describe("videoItem", () => {
  const youtube = "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1";
  const vimeo = "https://player.vimeo.com/video/76979871?autoplay=1&dnt=1";
  test.each([
    ["https://www.youtube.com/watch?t=3&v=dQw4w9WgXcQ", youtube],
    ["https://youtu.be/dQw4w9WgXcQ?si=x", youtube],
    ["https://m.youtube.com/shorts/dQw4w9WgXcQ", youtube],
    ["https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ", youtube],
    ["https://vimeo.com/76979871", vimeo],
    ["https://vimeo.com/channels/staffpicks/76979871", vimeo],
    ["https://player.vimeo.com/video/76979871", vimeo],
    ["https://vimeo.com/76979871/8272103f6e", `${vimeo}&h=8272103f6e`],
    ["https://player.vimeo.com/video/76979871?h=8272103f6e", `${vimeo}&h=8272103f6e`],
    // spec: project.gallery.videos
  ])("%s is framed", (address, player) => {
    expect(videoItem(address)).toMatchObject({ kind: "frame", address, player });
  });

  test("an uploaded film plays here", () => {
    const address = "/uploads/01999999-0000-7000-8000-000000000000/video.mp4";
    expect(videoItem(address)).toEqual({ kind: "video", address });
  });

  test.each([
    ["https://www.youtube.com/@channel", "youtube.com"],
    ["https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ", "youtube.com.evil.example"],
    ["https://www.youtube.com/watch?v=%22onload%3Dx", "youtube.com"],
    ["https://vimeo.com/about", "vimeo.com"],
    ["https://films.example/demo.mp4", "films.example"],
  ])("%s is a link", (address, site) => {
    expect(videoItem(address)).toEqual({ kind: "link", address, site });
  });

  test.each(["javascript:alert(1)", "no address", "/uploads/../x.mp4?y"])("%s leads nowhere", (address) => {
    expect(videoItem(address)).toEqual({ kind: "link", address: "", site: "" });
  });
});

test("screenshots come before films, and nothing twice", () => {
  const media = create(ProjectMediaSchema, {
    screenshots: ["/a.png", "/a.png"],
    videos: ["https://youtu.be/dQw4w9WgXcQ"],
  });
  expect(galleryItems({ coverImage: "", media }).map((item) => item.kind)).toEqual(["image", "frame"]);
  expect(galleryItems({ coverImage: "" })).toEqual([]);
});

// spec: project.gallery.wrap
test("the gallery goes round at either end", () => {
  expect([wrapped(0, -1, 3), wrapped(2, 1, 3), wrapped(0, 1, 3), wrapped(0, 1, 1)]).toEqual([2, 0, 1, 0]);
});
