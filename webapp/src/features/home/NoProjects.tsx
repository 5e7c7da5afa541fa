import { ButtonLink } from "../../components/ButtonLink";
import { EmptyState } from "../../components/States";
import { paths } from "../../lib/page/paths";
import { useSession } from "../../lib/session/session";

const first = "Be the First to Showcase Your Project!";

/** The empty state of the trending and the newest projects. */
export function NoProjects({ trending }: { trending?: boolean }) {
  const isGuest = useSession().status === "guest";
  return (
    <EmptyState
      title={trending ? "No Trending Projects Yet" : first}
      text={trending ? first : undefined}
      action={
        // A screen has one filled button: that of the headline for guests.
        <ButtonLink to={isGuest ? paths.login : paths.submit} variant={trending && !isGuest ? "filled" : "default"}>
          {isGuest ? "Sign In to Submit" : "Submit Your Project"}
        </ButtonLink>
      }
    />
  );
}
