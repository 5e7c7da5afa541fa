import { ButtonLink } from "../../components/Button";
import { EmptyState } from "../../components/States";
import { paths } from "../../lib/paths";
import { useSession } from "../../lib/session";

/** What trending and newest say while there is no project at all. */
export function NoProjects() {
  const { user } = useSession();
  return (
    <EmptyState
      title="No Trending Projects Yet"
      text="Be the First to Showcase Your Project!"
      action={
        user ? (
          <ButtonLink to={paths.submit} variant="solid">
            Submit Your Project
          </ButtonLink>
        ) : (
          <ButtonLink to={paths.login} variant="solid">
            Sign In to Submit
          </ButtonLink>
        )
      }
    />
  );
}
