import { ButtonLink } from "../../components/ButtonLink";
import { PageHead } from "../../components/PageHead";
import { EmptyState } from "../../components/States";
import { paths } from "../../lib/paths";

export function NewsPage() {
  return (
    <div className="wrap page">
      <PageHead title="News" />
      <EmptyState
        level={2}
        title="No news articles available"
        text="Check back soon for the latest tech news!"
        action={<ButtonLink to={paths.explore}>Explore Projects</ButtonLink>}
      />
    </div>
  );
}
