import { useQuery } from "@connectrpc/connect-query";
import { Badge, Flex, Group, Paper, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { BadgeLink } from "../../components/BadgeLink";
import { ButtonLink } from "../../components/ButtonLink";
import { UserText } from "../../components/UserText";
import { ForumService } from "../../gen/uvboard/v1/forum_service_pb";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { paths } from "../../lib/page/paths";
import { useSession } from "../../lib/session/session";
import { lookingForLabels } from "../../lib/text/choices";
import { tagLinks, toolLinks } from "../../lib/text/labels";
import { plural } from "../../lib/text/text";
import { buildLine } from "./build";
import css from "./Project.module.css";

/** Content with a button at its end; on phones the button is below. */
function WithButton({ children }: { children: ReactNode }) {
  return (
    <Flex direction={{ base: "column", sm: "row" }} align={{ sm: "center" }} justify="space-between" gap="md">
      {children}
    </Flex>
  );
}

export function LookingFor({ project }: { project: Project }) {
  const { user } = useSession();
  const wishes = project.lookingFor.flatMap((wish) => lookingForLabels[wish] ?? []);
  if (wishes.length === 0) return null;
  return (
    <section>
      <div className="head">
        <h2>What I'm Looking For</h2>
      </div>
      <WithButton>
        <Group gap={6}>
          {wishes.map((wish) => (
            <Badge key={wish}>{wish}</Badge>
          ))}
        </Group>
        {project.author?.username && project.userId !== user?.id && (
          <ButtonLink to="/profile/$username" params={{ username: project.author.username }} state={{ write: true }}>
            Contact Maker
          </ButtonLink>
        )}
      </WithButton>
    </section>
  );
}

export function About({ project, descriptionHtml }: { project: Project; descriptionHtml: string }) {
  if (!descriptionHtml && project.tags.length === 0) return null; // a draft
  return (
    <section>
      <div className="head">
        <h2>About This Project</h2>
      </div>
      <UserText html={descriptionHtml} />
      {project.tags.length > 0 && (
        <Group gap={6} mt={20}>
          {tagLinks(project.tags).map(({ name, to }) => (
            <BadgeLink key={name} to={to}>
              #{name}
            </BadgeLink>
          ))}
        </Group>
      )}
    </section>
  );
}

export function BuiltWith({ project }: { project: Project }) {
  const tools = toolLinks(project);
  const line = buildLine(project.build);
  const lesson = project.build?.lesson;
  if (tools.length === 0 && !line && !lesson) return null;
  return (
    <section>
      <div className="head">
        <h2>Built With</h2>
      </div>
      <Group gap={6}>
        {tools.map(({ name, to }) => (
          <BadgeLink key={name} to={to}>
            {name}
          </BadgeLink>
        ))}
      </Group>
      {line && <Text mt="md">{line}</Text>}
      {lesson && (
        <div className={css.texts}>
          <Text mt="sm" c="var(--uv-text-2)" dir="auto">
            <b>What failed:</b> {lesson}
          </Text>
        </div>
      )}
    </section>
  );
}

/** Leads to the channel of a project, or to the box whose first feedback makes the channel. */
export function JoinDiscussion({ project: { id, isPublic, commentCount, feedbackThreadId } }: { project: Project }) {
  const { data } = useQuery(ForumService.method.listChannels, { projectId: id });
  // The channel that the first feedback has made meanwhile is not in the answer.
  const missing = data?.channels.length === 0 && !feedbackThreadId;
  if (missing && !isPublic) return null;
  return (
    <Paper component="section" withBorder radius="lg" p={{ base: "md", sm: "lg" }} className={css.discussion}>
      <WithButton>
        <div>
          <h2 className="h2">Join the Discussion</h2>
          <Text c="dimmed" size="sm">
            {commentCount > 0 && `${plural(commentCount, "reply", "replies")} so far. `}
            {missing
              ? "Nobody has said anything yet. The first feedback opens the project's channel."
              : "Ask the maker, share feedback, or tell how you use it."}
          </Text>
        </div>
        {missing ? (
          <ButtonLink to="." hash="feedback">
            Give Feedback
          </ButtonLink>
        ) : (
          <ButtonLink to={paths.discuss} search={{ project: id }}>
            View Forum Channel
          </ButtonLink>
        )}
      </WithButton>
    </Paper>
  );
}
