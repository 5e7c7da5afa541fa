import { ButtonLink } from "../../components/ButtonLink";
import { EmptyState } from "../../components/States";
import { paths } from "../../lib/paths";
import { useSession } from "../../lib/session";

const first = "Be the First to Showcase Your Project!";

/** The empty state of the trending and the newest projects. */
export function NoProjects({ trending }: { trending?: boolean }) {
  const isGuest = useSession().status === "guest";
  return (
    <EmptyState
      title={trending ? "No Trending Projects Yet" : first}
      text={trending ? first : undefined}
      action={
        // A screen has one filled button.
        <ButtonLink to={isGuest ? paths.login : paths.submit} variant={trending ? "filled" : "default"}>
          {isGuest ? "Sign In to Submit" : "Submit Your Project"}
        </ButtonLink>
      }
    />
  );
}
