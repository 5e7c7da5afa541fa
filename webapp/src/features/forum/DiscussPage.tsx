import { useSearch } from "@tanstack/react-router";
import { ButtonLink } from "../../components/ButtonLink";
import { PageHead } from "../../components/PageHead";
import { EmptyState } from "../../components/States";
import { paths } from "../../lib/paths";
import { productName } from "../../lib/product";
import { useSession } from "../../lib/session";

export function DiscussPage() {
  const { user, isPending } = useSession();
  const { project } = useSearch({ strict: false });
  return (
    <div className="wrap page">
      <PageHead title="Discuss" slug="FORUM" />
      <EmptyState
        level={2}
        title={`Welcome to ${productName}`}
        text="No channels yet. Start the first conversation."
        action={
          <>
            {project ? (
              <ButtonLink to="/projects/$id" params={{ id: project }}>
                Back to the Project
              </ButtonLink>
            ) : (
              <ButtonLink to={paths.explore}>Explore Projects</ButtonLink>
            )}
            {!user && !isPending && <ButtonLink to={paths.login}>Login to Participate</ButtonLink>}
          </>
        }
      />
    </div>
  );
}
