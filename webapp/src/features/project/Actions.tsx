import { ActionIcon, Group } from "@mantine/core";
import {
  IconBrandDiscord,
  IconBrandX,
  IconExternalLink,
  IconGitFork,
  IconWorld,
  type TablerIcon,
} from "@tabler/icons-react";
import { ButtonExternal } from "../../components/ButtonLink";
import { FollowButton } from "../../components/follow/FollowButton";
import { SaveButton } from "../../components/saved/SaveButton";
import { FollowType } from "../../gen/uvboard/v1/follow_pb";
import type { Project, ProjectLinks } from "../../gen/uvboard/v1/project_pb";
import { SavedType } from "../../gen/uvboard/v1/saved_pb";
import { useSession } from "../../lib/session/session";
import css from "./Actions.module.css";
import { More } from "./More";
import { Share } from "./Share";
import { visitOf } from "./visit";

const icons: { link: keyof Omit<ProjectLinks, "$typeName" | "$unknown">; label: string; icon: TablerIcon }[] = [
  { link: "repo", label: "View Repo", icon: IconGitFork },
  { link: "discord", label: "Join Discord", icon: IconBrandDiscord },
  { link: "twitter", label: "Follow on X", icon: IconBrandX },
  { link: "website", label: "Visit Website", icon: IconWorld },
];

/** Where a project leads, and what a visitor does with it. Narrow screens have a part of it in the dock. */
export function Actions({ project }: { project: Project }) {
  const { user } = useSession();
  const visit = visitOf(project);
  const links = icons.filter(({ link, label }) => project.links?.[link] && label !== visit?.label);
  const own = user?.id === project.userId;
  // On narrow screens the rest of the owner's is in the dock.
  const wide = own ? "lg" : undefined;
  return (
    <Group gap="sm" className={css.actions} visibleFrom={links.length === 0 ? wide : undefined}>
      {visit && (
        <ButtonExternal href={visit.href} variant="filled" visibleFrom="lg">
          <IconExternalLink size={16} />
          {visit.label}
        </ButtonExternal>
      )}
      {links.map(({ link, label, icon: Icon }) => (
        <ActionIcon
          key={link}
          component="a"
          variant="default"
          href={project.links?.[link]}
          target="_blank"
          rel="nofollow ugc noopener"
          aria-label={label}
          data-tooltip={label}
        >
          <Icon size={18} />
        </ActionIcon>
      ))}
      <Group gap="sm" ml="auto" wrap="nowrap">
        {!own && (
          <>
            <FollowButton type={FollowType.PROJECT} id={project.id} name="this project" icon visibleFrom="lg" />
            <SaveButton type={SavedType.PROJECT} id={project.id} name="this project" outlined />
          </>
        )}
        <Share project={project} visibleFrom="lg" />
        {(project.isPublic || (!own && !project.isHidden)) && <More project={project} visibleFrom={wide} />}
      </Group>
    </Group>
  );
}
