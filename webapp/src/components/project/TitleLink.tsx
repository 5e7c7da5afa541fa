import { Link } from "@tanstack/react-router";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { nameOf } from "../../lib/page/paths";
import css from "./TitleLink.module.css";

/** The title of a project, which links to it. With `cover` the link covers the nearest positioned element. */
export function TitleLink({ project, cover }: { project: Project; cover?: boolean }) {
  return (
    <Link
      to="/projects/$id"
      params={{ id: nameOf(project) }}
      className={cover ? `${css.title} ${css.cover}` : css.title}
      data-project={project.id}
    >
      {project.title}
    </Link>
  );
}
