import type { Project } from "../../gen/uvboard/v1/project_pb";

export type Column = "upvotes" | "downvotes";

const eligible = (project: Project, column: Column) => project[column] - (project.pending?.[column] ?? 0);

/** The projects with the most eligible votes of a side first. */
export const rankBy = (column: Column, projects: Project[] = []): Project[] =>
  projects.toSorted((a, b) => eligible(b, column) - eligible(a, column));
