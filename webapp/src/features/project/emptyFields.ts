import type { Project } from "../../gen/uvboard/v1/project_pb";

/** The empty fields of a project, the most useful to visitors first. */
export function emptyFields(project: Project): string[] {
  const { media, links, impact } = project;
  const fields: [name: string, filled: unknown][] = [
    ["Screenshots or a cover", project.coverImage || media?.screenshots.length],
    ["Your own description", !project.descriptionGenerated],
    ["A demo link", links?.demo],
    ["The problem it solves", impact?.problem],
    ["Tags", project.tags.length],
    ["What you're looking for", project.lookingFor.length],
  ];
  return fields.filter(([, filled]) => !filled).map(([name]) => name);
}
