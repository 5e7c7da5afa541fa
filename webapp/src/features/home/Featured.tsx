import { Text } from "@mantine/core";
import { FeaturedCard, FeaturedCardSkeleton } from "../../components/project/FeaturedCard";
import { ErrorState, Loading } from "../../components/States";
import type { ListQuery } from "./listQuery";

/** The first featured project. Without one the section is left out. */
export function Featured({ query }: { query: ListQuery }) {
  const project = query.data?.projects[0];
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
