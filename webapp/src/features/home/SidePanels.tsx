import { Link } from "@tanstack/react-router";
import { SideEmpty } from "../../components/States";
import { paths } from "../../lib/paths";

export function StoriesPanel() {
  return (
    <section aria-labelledby="stories">
      <div className="head">
        <h2 id="stories">Stories</h2>
        <Link className="more" to={paths.stories}>
          All stories
        </Link>
      </div>
      <SideEmpty text="No blog posts yet. Check back soon!" />
    </section>
  );
}
