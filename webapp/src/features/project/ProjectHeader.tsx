import { Badge, Box, Group, Title } from "@mantine/core";
import { IconAt, IconExternalLink, IconGitFork, IconMessage, IconWorld, type TablerIcon } from "@tabler/icons-react";
import { useState } from "react";
import { ButtonExternal } from "../../components/ButtonLink";
import { ProjectLogo } from "../../components/ProjectImage";
import { AuthorLink } from "../../components/project/AuthorLink";
import { StageTicks } from "../../components/StageTicks";
import { type Project, type ProjectLinks, Stage } from "../../gen/uvboard/v1/project_pb";
import { categoryLabels, monetizationLabels } from "../../lib/choices";
import { toolNames } from "../../lib/labels";
import { formatDate, toDate } from "../../lib/time";
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
        by <AuthorLink author={project.author} named /> · {formatDate(toDate(project.createdAt))}
      </Box>
      <Badges project={project} />
      <LinkButtons project={project} />
    </header>
  );
}

function Badges({ project }: { project: Project }) {
  const [all, setAll] = useState(false);
  const tools = toolNames(project);
  const more = tools.length - shownTools;
  const category = categoryLabels[project.primaryCategory];
  const monetization = monetizationLabels[project.monetization];
  return (
    <Group gap={6} mt={16}>
      {project.isPublic && <Awards id={project.id} />}
      {!project.isPublic && <Badge>{project.isHidden ? "Hidden" : "Draft"}</Badge>}
      {category && <Badge>{category}</Badge>}
      {project.stage !== Stage.UNSPECIFIED && (
        <Badge className={css.stage}>
          <StageTicks stage={project.stage} />
        </Badge>
      )}
      {monetization && <Badge>{monetization}</Badge>}
      {(all ? tools : tools.slice(0, shownTools)).map((tool) => (
        <Badge key={tool}>{tool}</Badge>
      ))}
      {more > 0 && (
        <Badge component="button" className={css.finger} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? "Show fewer" : `+${more} more`}
        </Badge>
      )}
    </Group>
  );
}

const buttons: { link: keyof Omit<ProjectLinks, "$typeName" | "$unknown">; label: string; icon: TablerIcon }[] = [
  { link: "demo", label: "Open Demo", icon: IconExternalLink },
  { link: "repo", label: "View Repo", icon: IconGitFork },
  { link: "discord", label: "Join Discord", icon: IconMessage },
  { link: "twitter", label: "Follow on X", icon: IconAt },
  { link: "website", label: "Visit Website", icon: IconWorld },
];

// An archived project does not advertise its demo, which may be gone.
function LinkButtons({ project: { links, stage } }: { project: Project }) {
  const shown = buttons.filter(({ link }) => links?.[link] && (link !== "demo" || stage !== Stage.ARCHIVED));
  if (shown.length === 0) return null;
  return (
    <Group gap="sm" className={css.links}>
      {shown.map(({ link, label, icon: Icon }) => (
        <ButtonExternal
          key={link}
          href={links?.[link] ?? ""}
          variant={link === "demo" ? "filled" : "default"}
          // On phones the demo is in the dock.
          visibleFrom={link === "demo" ? "sm" : undefined}
        >
          <Icon size={16} />
          {label}
        </ButtonExternal>
      ))}
    </Group>
  );
}
