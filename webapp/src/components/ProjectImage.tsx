import { useState } from "react";
import type { Project } from "../gen/uvboard/v1/project_pb";
import { imageSource } from "../lib/image";
import css from "./Image.module.css";
import { Plate } from "./Plate";

/** The logo of a project in a square of the given size, or its plate. Decoration: the title stands beside it. */
export function ProjectLogo({ title, logo, size }: { title: string; logo: string; size: number }) {
  const [failed, setFailed] = useState("");
  if (!logo || failed === logo) return <Plate title={title} size={size} />;
  return (
    <img
      {...imageSource(logo)}
      className={css.logo}
      data-logo
      style={{ width: size, height: size }}
      sizes={`${size}px`}
      width={size}
      height={size}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setFailed(logo)}
    />
  );
}

/**
 * The picture of a project: its cover, else its first screenshot, else its plate with the logo upon it.
 * `sizes` says how wide it will be shown, on phones a little less than that: their pixels are finer than the eye, and the
 * next larger rendition weighs three times as much. The server says the same where it loads the picture along with a page.
 * `eager` is for the one above the fold.
 */
export function ProjectCover({ project, sizes, eager }: { project: Project; sizes: string; eager?: boolean }) {
  const [failed, setFailed] = useState("");
  const address = project.coverImage || project.media?.screenshots[0] || "";
  if (!address || failed === address) {
    return (
      <Plate title={project.title}>
        {project.logo ? <ProjectLogo title={project.title} logo={project.logo} size={72} /> : undefined}
      </Plate>
    );
  }
  return (
    <img
      width={1280}
      height={800}
      {...imageSource(address)}
      className={css.cover}
      sizes={sizes}
      alt={`Screenshot of ${project.title}`}
      loading={eager ? "eager" : "lazy"}
      fetchPriority={eager ? "high" : undefined}
      decoding="async"
      onError={() => setFailed(address)}
    />
  );
}
