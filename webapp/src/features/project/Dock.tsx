import { ActionIcon, Button, Group } from "@mantine/core";
import { IconExternalLink, IconPencil, IconShare } from "@tabler/icons-react";
import { ButtonExternal, ButtonLink } from "../../components/ButtonLink";
import { SaveButton } from "../../components/saved/SaveButton";
import { VoteControl } from "../../components/vote/VoteControl";
import { type Project, Stage } from "../../gen/uvboard/v1/project_pb";
import { SavedType } from "../../gen/uvboard/v1/saved_pb";
import { dockRef } from "../../lib/dock";
import { useSession } from "../../lib/session";
import css from "./Dock.module.css";
import { ShareMenu } from "./Share";

/** The vote, share and demo buttons at the bottom edge of narrow screens. The owner gets Edit instead of the vote and Save. */
export function Dock({ project }: { project: Project }) {
  const { user } = useSession();
  const demo = project.stage === Stage.ARCHIVED ? undefined : project.links?.demo;
  return (
    <Group ref={dockRef} className={css.dock} gap="sm" wrap="nowrap" hiddenFrom="lg" data-open-project>
      {user?.id === project.userId ? (
        <ButtonLink to="/submit-project" search={{ edit: project.id }}>
          <IconPencil size={16} />
          Edit Project
        </ButtonLink>
      ) : (
        <>
          <VoteControl thing={project} ask />
          <SaveButton type={SavedType.PROJECT} id={project.id} name="this project" />
        </>
      )}
      <ShareMenu project={project}>
        {demo ? (
          <ActionIcon variant="default" aria-label="Share">
            <IconShare size={18} />
          </ActionIcon>
        ) : (
          <Button>
            <IconShare size={16} />
            Share
          </Button>
        )}
      </ShareMenu>
      {demo && (
        <ButtonExternal href={demo} variant="filled">
          <IconExternalLink size={16} />
          Open Demo
        </ButtonExternal>
      )}
    </Group>
  );
}
