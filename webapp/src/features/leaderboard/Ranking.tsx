import { Text } from "@mantine/core";
import { IconMessage } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { measured, Rank } from "../../components/MeasuredRow";
import { ProjectCover, ProjectLogo } from "../../components/ProjectImage";
import { AuthorLink } from "../../components/project/AuthorLink";
import { TitleLink } from "../../components/project/TitleLink";
import { VoteControl } from "../../components/vote/VoteControl";
import type { LeaderboardEntry } from "../../gen/uvboard/v1/leaderboard_pb";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { nameOf } from "../../lib/page/paths";
import { count, plural } from "../../lib/text/text";
import css from "./Leaderboard.module.css";

/** The votes of a full bar, unless the leader has more: the bar of a single vote is short. */
const fullBar = 10;

const pictured = 3;

/** The projects of a leaderboard, the first three with a picture. */
export function Ranking({ entries }: { entries: LeaderboardEntry[] }) {
  const leader = Math.max(entries[0]?.votes ?? 0, fullBar);
  return (
    <ol className={css.list}>
      {entries.map(
        ({ rank, project, votes }) =>
          project && (
            <li key={project.id} {...measured({ rank, value: votes, leader })}>
              <Rank rank={rank} />
              <ProjectLogo title={project.title} logo={project.logo} size={48} />
              <Words project={project} />
              {rank <= pictured && (
                <div className={css.picture}>
                  <ProjectCover project={project} sizes="(max-width: 767px) 80vw, 160px" eager={rank === 1} />
                </div>
              )}
              <Text className={`${css.votes} faint xs`}>
                <b className="score">{count(votes)}</b> {votes === 1 ? "upvote" : "upvotes"}
              </Text>
              <VoteControl thing={project} variant="compact" />
            </li>
          ),
      )}
    </ol>
  );
}

function Words({ project }: { project: Project }) {
  return (
    <div className={css.words}>
      <Text size="lg" fw="var(--uv-fw-head)" className="clamp2">
        <TitleLink project={project} cover />
      </Text>
      <Text size="sm" c="dimmed" className="clamp2">
        {project.tagline}
      </Text>
      <div className={`${css.by} sm faint`}>
        <AuthorLink author={project.author} via={project.via} />
        {project.feedbackCount > 0 && (
          <Link
            to="/projects/$id"
            params={{ id: nameOf(project) }}
            hash="feedback"
            aria-label={plural(project.feedbackCount, "answer")}
          >
            <IconMessage size={16} />
            <span className="num">{count(project.feedbackCount)}</span>
          </Link>
        )}
      </div>
    </div>
  );
}
