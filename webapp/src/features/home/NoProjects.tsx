import { ButtonLink } from "../../components/ButtonLink";
import { EmptyState } from "../../components/States";
import { paths } from "../../lib/paths";
import { useSession } from "../../lib/session";

const first = "Be the First to Showcase Your Project!";

/** What trending and newest, below it, say while there is no project at all. */
export function NoProjects({ trending }: { trending?: boolean }) {
  const { user } = useSession();
  return (
    <EmptyState
      title={trending ? "No Trending Projects Yet" : first}
      text={trending ? first : undefined}
      action={
        // One filled button to a view.
        <ButtonLink to={user ? paths.submit : paths.login} variant={trending ? "filled" : "default"}>
          {user ? "Submit Your Project" : "Sign In to Submit"}
        </ButtonLink>
      }
    />
  );
}
