import { Navigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { paths } from "../../lib/paths";
import { useSession } from "../../lib/session";
import { warmUp } from "./checks";
import { PasswordSection } from "./PasswordSection";
import { SessionsSection } from "./SessionsSection";
import css from "./Settings.module.css";
import { TokensSection } from "./TokensSection";
import { UnverifiedNotice } from "./UnverifiedNotice";

/** How the own account is reached: by password, by session, by access token. A guest is led to the login. */
export function SettingsPage() {
  const { user, isPending } = useSession();
  useEffect(warmUp, []);
  if (isPending) {
    return (
      <p className="wrap page quiet" role="status">
        Loading...
      </p>
    );
  }
  if (!user) return <Navigate to={paths.login} replace />;
  return (
    <div className="wrap page">
      <header className={css.head}>
        <h1 className="h1">Settings</h1>
        <p className={css.lede}>How your account is reached, and by whom.</p>
      </header>
      {!user.isVerified && <UnverifiedNotice />}
      <PasswordSection username={user.username} />
      <SessionsSection />
      <TokensSection />
    </div>
  );
}
