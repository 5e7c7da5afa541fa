import { type Project, Stage } from "../../gen/uvboard/v1/project_pb";

/** Where the main button of a project leads: its demo, else its website. An archived one has none, since its demo may be gone. */
export function visitOf({ links, stage }: Project): { label: string; href: string } | undefined {
  if (stage === Stage.ARCHIVED) return undefined;
  if (links?.demo) return { label: "Open Demo", href: links.demo };
  return links?.website ? { label: "Visit Website", href: links.website } : undefined;
}
