import { ActionIcon, Flex, Group, Text } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useState } from "react";
import { FeaturedCard, FeaturedCardSkeleton } from "../../components/project/FeaturedCard";
import { ErrorState, Loading } from "../../components/States";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import type { ListQuery } from "./listQuery";

/** One of the featured projects: first that of the day, then any that the visitor steps to. Without one the section is left out. */
export function Featured({ query }: { query: ListQuery }) {
  const projects = query.data?.projects ?? [];
  const total = projects.length;
  const [chosen, choose] = useState("");
  // By id, since the list may change while it is shown.
  const found = projects.findIndex(({ id }) => id === chosen);
  const index = found < 0 ? ofToday(total) : found;
  const project = projects[index];
  if (query.data && !project) return null;
  return (
    <section aria-labelledby="featured">
      <Flex className="head" wrap="wrap">
        <h2 id="featured">Featured Projects</h2>
        <Text span className="slug" ml="auto">
          SPONSORED
        </Text>
        {project && total > 1 && (
          <Group
            gap={0}
            justify="space-between"
            w={{ base: "100%", sm: "auto" }}
            my={-8}
            style={{ alignSelf: "center" }}
          >
            <Step to={projects[(index + total - 1) % total]} back onStep={choose} />
            <Text span role="status" size="sm" c="dimmed">
              <span className="sr">{found >= 0 && `${project.title}, `}</span>
              {index + 1} / {total}
            </Text>
            <Step to={projects[(index + 1) % total]} onStep={choose} />
          </Group>
        )}
      </Flex>
      {project && <FeaturedCard key={project.id} project={project} />}
      {query.isPending && (
        <Loading>
          <FeaturedCardSkeleton />
        </Loading>
      )}
      {query.error && !project ? <ErrorState error={query.error} onRetry={query.refetch} /> : null}
    </section>
  );
}

/** Shows the previous or the next featured project, which its label names. */
function Step({ to, back, onStep }: { to: Project | undefined; back?: boolean; onStep: (id: string) => void }) {
  const Icon = back ? IconChevronLeft : IconChevronRight;
  return (
    to && (
      <ActionIcon
        variant="subtle"
        aria-label={`${back ? "Previous" : "Next"} featured project: ${to.title}`}
        onClick={() => onStep(to.id)}
      >
        <Icon size={18} />
      </ActionIcon>
    )
  );
}

// The server preloads the image of the same one; see preloadsCover in backend/project/pages.go.
const ofToday = (total: number): number => Math.floor(Date.now() / 86_400_000) % Math.max(total, 1);
