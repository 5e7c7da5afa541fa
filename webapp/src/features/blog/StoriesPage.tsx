import { ButtonLink } from "../../components/ButtonLink";
import { PageHead } from "../../components/PageHead";
import { EmptyState } from "../../components/States";
import { paths } from "../../lib/paths";

export function StoriesPage() {
  return (
    <div className="wrap page">
      <PageHead title="Stories" slug="COMMUNITY" />
      <EmptyState
        level={2}
        title="No blog posts yet"
        text="Check back soon for stories from the community!"
        action={<ButtonLink to={paths.explore}>Explore Projects</ButtonLink>}
      />
    </div>
  );
}
