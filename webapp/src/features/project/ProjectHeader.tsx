import { Badge, Box, Group, Title } from "@mantine/core";
import { useState } from "react";
import { BadgeLink } from "../../components/BadgeLink";
import badge from "../../components/BadgeLink.module.css";
import { ProjectLogo } from "../../components/ProjectImage";
import { AuthorLink } from "../../components/project/AuthorLink";
import { StageTicks } from "../../components/StageTicks";
import { Category, type Project, Stage } from "../../gen/uvboard/v1/project_pb";
import { paths } from "../../lib/page/paths";
import { categoryLabels, monetizationLabels } from "../../lib/text/choices";
import { enumName, toolLinks } from "../../lib/text/labels";
import { formatDate, toDate } from "../../lib/text/time";
import { Actions } from "./Actions";
import { Awards } from "./Awards";
import css from "./Project.module.css";

const shownTools = 4;

/** The name of a project with its badges and links, and on narrow screens its owner and date. */
export function ProjectHeader({ project }: { project: Project }) {
  return (
    <header>
      <div className={css.name} data-morph>
        <ProjectLogo title={project.title} logo={project.logo} size={96} />
        <Title>{project.title}</Title>
        <p>{project.tagline}</p>
      </div>
      <Box className={css.by} hiddenFrom="lg">
        by <AuthorLink author={project.author} via={project.via} named /> · {formatDate(toDate(project.createdAt))}
      </Box>
      <Badges project={project} />
      <Actions project={project} />
    </header>
  );
}

function Badges({ project }: { project: Project }) {
  const [all, setAll] = useState(false);
  const tools = toolLinks(project);
  const more = tools.length - shownTools;
  const category = categoryLabels[project.primaryCategory];
  const monetization = monetizationLabels[project.monetization];
  return (
    <Group gap={6} mt={16}>
      {project.isPublic && <Awards id={project.id} />}
      {!project.isPublic && <Badge>{project.isHidden ? "Hidden" : "Draft"}</Badge>}
      {category && (
        <BadgeLink to={paths.explore} search={{ category: enumName(Category, project.primaryCategory) }}>
          {category}
        </BadgeLink>
      )}
      {project.stage !== Stage.UNSPECIFIED && (
        <Badge className={css.stage}>
          <StageTicks stage={project.stage} />
        </Badge>
      )}
      {monetization && <Badge>{monetization}</Badge>}
      {(all ? tools : tools.slice(0, shownTools)).map(({ name, to }) => (
        <BadgeLink key={name} to={to}>
          {name}
        </BadgeLink>
      ))}
      {more > 0 && (
        <Badge component="button" className={badge.finger} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? "Show fewer" : `+${more} more`}
        </Badge>
      )}
    </Group>
  );
}
