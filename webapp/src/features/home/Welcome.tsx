import { useQuery } from "@connectrpc/connect-query";
import { Box, Flex, Group, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { CSSProperties } from "react";
import { ButtonLink } from "../../components/ButtonLink";
import { measure } from "../../components/MeasuredRow";
import { PlateLines } from "../../components/Plate";
import { ProjectLogo } from "../../components/ProjectImage";
import { SignUpLink } from "../../components/SignUpLink";
import { ProjectService } from "../../gen/uvboard/v1/project_service_pb";
import { useBoard } from "../../lib/board/board";
import { nameOf, paths } from "../../lib/page/paths";
import { isMadeForGuest } from "../../lib/server/first";
import { useSession } from "../../lib/session/session";
import { count } from "../../lib/text/text";
import { homeInput } from "./queries";
import { rankBy } from "./rankBy";
import css from "./Welcome.module.css";

/** Tells a guest what the site is. Members see only the page content; their heading is for screen readers. */
export function Welcome() {
  const { name: boardName } = useBoard();
  const { status } = useSession();
  const expected = status === "pending" && isMadeForGuest; // keeps the place
  if (status !== "guest" && !expected) return <h1 className="sr">{boardName}</h1>;
  return (
    <Flex
      component="section"
      aria-labelledby="welcome"
      className="wrap"
      align="center"
      justify="space-between"
      gap={48}
      py={{ base: "lg", sm: 40 }}
      style={{ visibility: expected ? "hidden" : undefined }}
    >
      <div>
        <Title
          id="welcome"
          maw="22em"
          fz={{ base: "xl", sm: "var(--uv-fs-2xl)" }}
          lh={{ base: "xl", sm: "var(--uv-lh-2xl)" }}
        >
          {boardName} is where people show what they build with AI
        </Title>
        <Text c="dimmed" mt="sm">
          Discover projects, vote for the ones you like, and share your own. Free, with no ads and no tracking.
        </Text>
        <Group gap="sm" wrap="nowrap" mt="lg">
          <SignUpLink variant="filled">Sign Up</SignUpLink>
          <ButtonLink to={paths.explore}>Explore</ButtonLink>
        </Group>
      </div>
      <FirstThree />
    </Flex>
  );
}

/** The first three trending projects. A place without a project is empty. */
function FirstThree() {
  const { data } = useQuery(ProjectService.method.listProjects, homeInput.trending);
  const projects = rankBy("upvotes", data?.projects);
  const leader = projects[0]?.upvotes ?? 0;
  return (
    <Box component="ol" className={css.first} visibleFrom="sm" aria-label="Trending" aria-hidden={!projects.length}>
      {["Lamp", "Kiln", "Tide"].map((name, i) => {
        const project = projects[i];
        return project ? (
          <li key={name} style={{ "--length": `${measure(project.upvotes, leader)}%` } as CSSProperties}>
            <Link to="/projects/$id" params={{ id: nameOf(project) }} className={css.place}>
              <b className={i === 0 ? "score lit" : "score"}>{i + 1}</b>
              <ProjectLogo title={project.title} logo={project.logo} size={48} />
              <div>
                <Text fw={600} truncate>
                  {project.title}
                </Text>
                <Text size="sm" c="dimmed" truncate>
                  {project.tagline}
                </Text>
              </div>
              <Text className="faint xs" ta="right">
                <b className="score">{count(project.upvotes)}</b> {project.upvotes === 1 ? "upvote" : "upvotes"}
              </Text>
            </Link>
          </li>
        ) : (
          <li key={name} className={css.place} aria-hidden="true">
            <b className="score faint">{i + 1}</b>
            <span className={css.plate}>
              <PlateLines text={name} />
            </span>
            <span className={css.lines}>
              <i />
              <i />
            </span>
          </li>
        );
      })}
    </Box>
  );
}
