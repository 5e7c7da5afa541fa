import { ButtonLink } from "../components/ButtonLink";
import { EmptyState } from "../components/States";
import { paths } from "../lib/paths";
import { useTitle } from "../lib/useTitle";

/** Any path that is nobody's. */
export function NotFoundPage() {
  useTitle("404 Page Not Found");
  return (
    <div className="wrap page">
      <EmptyState
        level={1}
        title="404 Page Not Found"
        text="Did you forget to add the page to the router?"
        action={
          <>
            <ButtonLink to={paths.home}>Back to Home</ButtonLink>
            <ButtonLink to={paths.explore}>Explore Projects</ButtonLink>
          </>
        }
      />
    </div>
  );
}
