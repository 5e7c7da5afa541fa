import { Text } from "@mantine/core";
import { FeaturedCard, FeaturedCardSkeleton } from "../../components/project/FeaturedCard";
import { ErrorState, Loading } from "../../components/States";
import type { ListQuery } from "./listQuery";

/** One of the featured projects, another each day. Without one the section is left out. */
export function Featured({ query }: { query: ListQuery }) {
  const projects = query.data?.projects ?? [];
  const project = projects[ofToday(projects.length)];
  if (query.data && !project) return null;
  return (
    <section aria-labelledby="featured">
      <div className="head">
        <h2 id="featured">Featured Projects</h2>
        <Text span className="slug" ml="auto">
          SPONSORED
        </Text>
      </div>
      {project && <FeaturedCard project={project} />}
      {query.isPending && (
        <Loading>
          <FeaturedCardSkeleton />
        </Loading>
      )}
      {query.error && !project ? <ErrorState error={query.error} onRetry={query.refetch} /> : null}
    </section>
  );
}

// The server preloads the image of the same one; see preloadsCover in backend/project/pages.go.
const ofToday = (total: number): number => Math.floor(Date.now() / 86_400_000) % Math.max(total, 1);
