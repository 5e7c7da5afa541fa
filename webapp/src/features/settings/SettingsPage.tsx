import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { ErrorState } from "../../components/States";
import { paths } from "../../lib/paths";
import { saveReturnTo } from "../../lib/returnTo";
import { useSession } from "../../lib/session";
import { AccountSection } from "./AccountSection";
import { DataSection } from "./DataSection";
import { DeleteSection } from "./DeleteSection";
import { PasswordSection } from "./PasswordSection";
import { SessionsSection } from "./SessionsSection";
import css from "./Settings.module.css";
import { TokensSection } from "./TokensSection";

/** The own account: who it is, how it is reached, by password, session and access token; taking all of it along; ending it. A guest is led to the login. */
export function SettingsPage() {
  const { user, isPending, error, refetch } = useSession();
  if (isPending) {
    return (
      <p className="wrap page quiet" role="status">
        Loading...
      </p>
    );
  }
  if (error) {
    return (
      <div className="wrap page">
        <ErrorState level={1} title="Your account did not load" error={error} onRetry={refetch} />
      </div>
    );
  }
  if (!user) return <Guest />;
  return (
    <div className="wrap page">
      <header className={css.head}>
        <h1 className="h1">Settings</h1>
        <p className={css.lede}>Manage your login, sessions and data.</p>
      </header>
      <AccountSection user={user} />
      <PasswordSection username={user.username} />
      <SessionsSection />
      <TokensSection />
      <DataSection userId={user.id} />
      <DeleteSection user={user} />
    </div>
  );
}

// Back here once they have logged in: a mail may have sent them.
function Guest() {
  const navigate = useNavigate();
  useEffect(() => {
    saveReturnTo(); // while the address is still this one
    void navigate({ to: paths.login, replace: true });
  }, [navigate]);
  return null;
}
