import { Box, Group, Paper, Stack } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { ButtonLink } from "../../components/ButtonLink";
import { PendingVotes } from "../../components/fair/PendingVotes";
import { AuthorLink } from "../../components/project/AuthorLink";
import { WhyHere } from "../../components/project/WhyHere";
import { useVoteCounts } from "../../components/vote/useVote";
import { VoteControl } from "../../components/vote/VoteControl";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { TargetType } from "../../gen/uvboard/v1/vote_pb";
import { useSession } from "../../lib/session/session";
import { count, plural, score } from "../../lib/text/text";
import { formatDate, toDate } from "../../lib/text/time";
import css from "./VoteCard.module.css";

/** The votes and facts of a project. On narrow screens its buttons are in the dock, and its owner and date in the header. */
export function VoteCard({ project }: { project: Project }) {
  const { user } = useSession();
  return (
    <Paper withBorder radius="lg" p={{ base: "md", sm: "lg" }}>
      <Stack gap="md">
        <Box visibleFrom="lg" data-open-project>
          <VoteControl thing={project} variant="big" ask />
        </Box>
        <Ratio project={project} />
        <PendingVotes type={TargetType.PROJECT} id={project.id} />
        {project.isPublic && <WhyHere project={project} />}
        <Stack
          component="dl"
          gap="sm"
          pt="md"
          fz={14}
          lh="sm"
          className={css.facts}
          visibleFrom={project.launchDate ? undefined : "lg"}
        >
          <Fact name="Created" wide>
            {formatDate(toDate(project.createdAt))}
          </Fact>
          {project.launchDate && <Fact name="Launched">{formatDate(new Date(project.launchDate))}</Fact>}
          <Fact name="by" wide>
            <AuthorLink author={project.author} via={project.via} />
          </Fact>
        </Stack>
        {user?.id === project.userId && (
          <ButtonLink to="/submit-project" search={{ edit: project.id }} size="sm" fullWidth visibleFrom="lg">
            <IconPencil size={16} />
            Edit Project
          </ButtonLink>
        )}
      </Stack>
    </Paper>
  );
}

/** A fact. Narrow screens show a `wide` one in the header instead. */
function Fact({ name, wide, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <Group justify="space-between" wrap="nowrap" visibleFrom={wide ? "lg" : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </Group>
  );
}

/** The share of upvotes as a bar. It follows a vote at once, since it reads the cache of the vote control. */
function Ratio({ project }: { project: Project }) {
  const { upvotes, downvotes } = useVoteCounts({ type: TargetType.PROJECT, ...project });
  const total = upvotes + downvotes;
  return (
    <Stack gap={6} className={css.ratio}>
      {total > 0 && (
        <Group gap={2} wrap="nowrap" aria-hidden="true">
          <b style={{ width: `${(100 * upvotes) / total}%` }} />
          {downvotes > 0 && <i />}
        </Group>
      )}
      <Group justify="space-between">
        <span>
          <span className="num">{score(upvotes - downvotes)}</span> net
        </span>
        <span>
          <span className="num">{count(downvotes)}</span> {plural(downvotes, "downvote").split(" ")[1]}
        </span>
      </Group>
    </Stack>
  );
}
