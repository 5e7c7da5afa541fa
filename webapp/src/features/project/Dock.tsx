import { Group } from "@mantine/core";
import { IconExternalLink, IconPencil } from "@tabler/icons-react";
import { ButtonExternal, ButtonLink } from "../../components/ButtonLink";
import { FollowButton } from "../../components/follow/FollowButton";
import { VoteControl } from "../../components/vote/VoteControl";
import { FollowType } from "../../gen/uvboard/v1/follow_pb";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { useSession } from "../../lib/session/session";
import { dockRef } from "../../lib/ui/dock";
import css from "./Dock.module.css";
import { More } from "./More";
import { Share } from "./Share";
import { visitOf } from "./visit";

/** The vote, Follow, Share and the main button at the bottom edge of narrow screens. The owner has Edit in place of the first two. */
export function Dock({ project }: { project: Project }) {
  const { user } = useSession();
  const own = user?.id === project.userId;
  const visit = visitOf(project);
  return (
    <Group ref={dockRef} className={css.dock} gap="sm" wrap="nowrap" hiddenFrom="lg" data-open-project>
      {own ? (
        <ButtonLink to="/submit-project" search={{ edit: project.id }}>
          <IconPencil size={16} />
          Edit Project
        </ButtonLink>
      ) : (
        <>
          <VoteControl thing={project} ask />
          <FollowButton type={FollowType.PROJECT} id={project.id} name="this project" icon />
        </>
      )}
      <Share project={project} />
      {own && project.isPublic && <More project={project} />}
      {visit && (
        <ButtonExternal href={visit.href} variant="filled">
          <IconExternalLink size={16} />
          {visit.label}
        </ButtonExternal>
      )}
    </Group>
  );
}
