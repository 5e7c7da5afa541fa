import { useState } from "react";
import type { Project } from "../gen/uvboard/v1/project_pb";
import { imageSource } from "../lib/upload/image";
import css from "./Image.module.css";
import { Plate } from "./Plate";

/** A project's logo in a square, or its plate. The alternative text is empty, since the title is beside it. */
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

type Pictured = Pick<Project, "title" | "coverImage"> & Partial<Pick<Project, "logo" | "media">>;

/**
 * A project's cover, else its first screenshot, else its plate with the logo.
 *
 * `sizes` is the displayed width. On phones it is a little less, because the next larger rendition weighs three times as
 * much. It must equal the value in the server's preload. Set `eager` for an image above the fold.
 */
export function ProjectCover({ project, sizes, eager }: { project: Pictured; sizes: string; eager?: boolean }) {
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
