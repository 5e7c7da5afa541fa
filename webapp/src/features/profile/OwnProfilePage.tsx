import { Navigate } from "@tanstack/react-router";
import { ErrorState } from "../../components/States";
import { paths } from "../../lib/page/paths";
import { useSession } from "../../lib/session/session";

/** Redirects to the user's own profile, or a guest to the login. */
export function OwnProfilePage() {
  const { status, user, error, refetch } = useSession();
  if (status === "pending") {
    return (
      <p className="wrap page quiet" role="status">
        Loading...
      </p>
    );
  }
  if (error) {
    return (
      <div className="wrap page">
        <ErrorState level={1} title="Couldn't load your profile" error={error} onRetry={refetch} />
      </div>
    );
  }
  if (!user) return <Navigate to={paths.login} replace />;
  return <Navigate to="/profile/$username" params={{ username: user.username }} replace />;
}
