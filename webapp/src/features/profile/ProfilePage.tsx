import { useQuery } from "@connectrpc/connect-query";
import { Navigate, useParams, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { Boundary } from "../../components/Boundary";
import { ButtonLink } from "../../components/ButtonLink";
import { EmptyState, ErrorState } from "../../components/States";
import { UserService } from "../../gen/uvboard/v1/user_service_pb";
import { paths } from "../../lib/page/paths";
import { useTitle } from "../../lib/page/useTitle";
import { readFailure } from "../../lib/server/failure";
import { useSession } from "../../lib/session/session";
import { handle } from "../../lib/text/text";
import { toast } from "../../lib/ui/toast";
import { OwnProfilePage } from "./OwnProfilePage";
import { ProfileHead } from "./ProfileHead";
import { ProfileSkeleton } from "./ProfileSkeleton";
import { ProfileTabs } from "./ProfileTabs";
import { StatCards } from "./StatCards";
import { UnconfirmedEmail } from "./UnconfirmedEmail";

/** The profile of the user in the URL. */
export function ProfilePage() {
  const { username } = useParams({ from: "/profile/$username" });
  const { status } = useSession();
  if (username.trim() !== "") return <Profile key={username} username={username} />;
  return status === "guest" ? <GuestRedirect /> : <OwnProfilePage />;
}

// A URL without a username means the user's own profile, which a guest does not have.
function GuestRedirect() {
  useEffect(() => toast("Authentication Required", "Please log in to view profiles"), []);
  return <Navigate to={paths.home} replace />;
}

function Profile({ username }: { username: string }) {
  const { data, error, refetch } = useQuery(UserService.method.getUserByUsername, { username });
  const { status, user: viewer } = useSession();
  const { message } = useSearch({ from: "/profile/$username" });
  const user = data?.user;
  const notFound = error ? readFailure(error).notFound : false;
  useTitle(user ? handle(user) : notFound ? "User Not Found" : "Profile");

  // The owner's controls change the layout, so the session is awaited.
  if (user && status !== "pending") {
    const own = viewer?.id === user.id;
    return (
      <div className="wrap page">
        <ProfileHead user={user} own={own} message={message} />
        {own && <UnconfirmedEmail user={viewer} />}
        <Boundary>
          <StatCards userId={user.id} />
        </Boundary>
        <ProfileTabs user={user} own={own} />
      </div>
    );
  }
  if (notFound) {
    return (
      <div className="wrap page">
        <EmptyState
          level={1}
          title="User Not Found"
          text="The user you're looking for doesn't exist or has been removed."
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
  if (error) {
    return (
      <div className="wrap page">
        <ErrorState level={1} title="Couldn't load the profile" error={error} onRetry={refetch} />
      </div>
    );
  }
  return <ProfileSkeleton />;
}
