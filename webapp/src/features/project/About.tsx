import { Badge } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { ButtonLink } from "../../components/ButtonLink";
import { UserText } from "../../components/UserText";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { lookingForLabels } from "../../lib/choices";
import { toolNames } from "../../lib/labels";
import { paths } from "../../lib/paths";
import css from "./Project.module.css";

export function LookingFor({ project }: { project: Project }) {
  const wishes = project.lookingFor.flatMap((wish) => lookingForLabels[wish] ?? []);
  if (wishes.length === 0) return null;
  return (
    <section>
      <div className="head">
        <h2>What I'm Looking For</h2>
      </div>
      <div className={css.join}>
        <div className="tags">
          {wishes.map((wish) => (
            <Badge key={wish}>{wish}</Badge>
          ))}
        </div>
        {project.author?.username && (
          <ButtonLink to="/profile/$username" params={{ username: project.author.username }}>
            Contact Maker
          </ButtonLink>
        )}
      </div>
    </section>
  );
}

export function About({ project, descriptionHtml }: { project: Project; descriptionHtml: string }) {
  return (
    <section>
      <div className="head">
        <h2>About This Project</h2>
      </div>
      <UserText html={descriptionHtml} />
      {project.tags.length > 0 && (
        <div className={`tags ${css.aboutTags}`}>
          {project.tags.map((tag) => (
            <Link key={tag} to={paths.explore} search={{ q: tag }} className={css.tagLink}>
              <Badge>#{tag}</Badge>
            </Link>
          ))}
        </div>
      )}
    </section>
  );
}

export function BuiltWith({ project }: { project: Project }) {
  const tools = toolNames(project);
  if (tools.length === 0) return null;
  return (
    <section>
      <div className="head">
        <h2>Built With</h2>
      </div>
      <div className="tags">
        {tools.map((tool) => (
          <Badge key={tool}>{tool}</Badge>
        ))}
      </div>
    </section>
  );
}

export function JoinDiscussion({ project }: { project: Project }) {
  return (
    <section className={`panel ${css.join}`}>
      <div>
        <h2 className="h2">Join the Discussion</h2>
        <p className="quiet sm">Ask the maker, share feedback, or tell how you use it.</p>
      </div>
      <ButtonLink to={paths.discuss} search={{ project: project.id }} variant="filled">
        View Forum Channel
      </ButtonLink>
    </section>
  );
}
