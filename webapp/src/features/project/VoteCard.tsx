import { IconPencil } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { ButtonLink } from "../../components/ButtonLink";
import { AuthorLink } from "../../components/project/AuthorLink";
import { useVoteCounts } from "../../components/vote/useVote";
import { VoteControl } from "../../components/vote/VoteControl";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { TargetType } from "../../gen/uvboard/v1/vote_pb";
import { useSession } from "../../lib/session";
import { count, plural, score } from "../../lib/text";
import { formatDate, toDate } from "../../lib/time";
import { Share } from "./Share";
import css from "./VoteCard.module.css";

/** Where the project stands, when and by whom it was made, and what can be done with it. */
export function VoteCard({ project }: { project: Project }) {
  const { user } = useSession();
  return (
    <div className={`panel ${css.card}`}>
      <div className={css.vote} data-open-project>
        <VoteControl thing={project} variant="big" ask />
      </div>
      <Ratio project={project} />
      <dl className={css.facts}>
        <Fact name="Created">{formatDate(toDate(project.createdAt))}</Fact>
        {project.launchDate && <Fact name="Launched">{formatDate(new Date(project.launchDate))}</Fact>}
        <Fact name="by">
          <span className={css.author}>
            <AuthorLink author={project.author} />
          </span>
        </Fact>
      </dl>
      {user && user.id === project.userId && (
        <ButtonLink to="/submit-project" search={{ edit: project.id }} size="sm" fullWidth className={css.edit}>
          <IconPencil size={16} />
          Edit Project
        </ButtonLink>
      )}
      <Share project={project} />
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The share of upvotes as a rule. It follows a vote at once, since it reads what the vote control keeps. */
function Ratio({ project }: { project: Project }) {
  const { upvotes, downvotes } = useVoteCounts({ type: TargetType.PROJECT, ...project });
  const total = upvotes + downvotes;
  return (
    <div className={css.ratio}>
      {total > 0 && (
        <div className={css.bar} aria-hidden="true">
          <b style={{ width: `${(100 * upvotes) / total}%` }} />
          {downvotes > 0 && <i />}
        </div>
      )}
      <p>
        <span>
          <span className="num">{score(upvotes - downvotes)}</span> net
        </span>
        <span>
          <span className="num">{count(downvotes)}</span> {plural(downvotes, "downvote").split(" ")[1]}
        </span>
      </p>
    </div>
  );
}
