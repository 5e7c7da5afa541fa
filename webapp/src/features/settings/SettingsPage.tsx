import { Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { Section, SectionedPage } from "../../components/Section";
import { SectionIndex } from "../../components/SectionIndex";
import { ErrorState } from "../../components/States";
import { StepUp } from "../../components/StepUp";
import { Webhooks } from "../../components/webhook/Webhooks";
import { WebhookScope } from "../../gen/uvboard/v1/webhook_pb";
import { useInvitationNeeded } from "../../lib/board/board";
import { paths } from "../../lib/page/paths";
import { useScrollToHash } from "../../lib/page/useScrollToHash";
import { saveReturnTo } from "../../lib/session/returnTo";
import { useSession } from "../../lib/session/session";
import { AccountSection } from "./AccountSection";
import { AppsSection } from "./AppsSection";
import { DataSection } from "./DataSection";
import { DeleteSection } from "./DeleteSection";
import { EmailsSection } from "./EmailsSection";
import { InvitationsSection } from "./InvitationsSection";
import { LoginsSection } from "./LoginsSection";
import { NoPasswordSection } from "./NoPasswordSection";
import { NotificationsSection } from "./NotificationsSection";
import { PasskeysSection } from "./PasskeysSection";
import { PasswordSection } from "./PasswordSection";
import { SecondFactorSection } from "./SecondFactorSection";
import { SecuritySection } from "./SecuritySection";
import { SessionsSection } from "./SessionsSection";
import { TokensSection } from "./TokensSection";

/** The settings of the account. Guests are redirected to the login. */
export function SettingsPage() {
  const { status, user, error, refetch } = useSession();
  const needsInvitation = useInvitationNeeded();
  useScrollToHash("", user !== undefined);
  if (status === "pending") {
    return (
      <Text component="p" className="wrap page" c="dimmed" role="status">
        Loading...
      </Text>
    );
  }
  if (error) {
    return (
      <div className="wrap page">
        <ErrorState level={1} title="Couldn't load your account" error={error} onRetry={refetch} />
      </div>
    );
  }
  if (!user) return <Guest />;
  return (
    <SectionedPage
      title="Settings"
      text="Manage your login, sessions and data."
      index={<SectionIndex label="Sections" of={`${needsInvitation} ${user.hasPassword}`} />}
    >
      <AccountSection user={user} />
      {user.hasPassword ? <PasswordSection username={user.username} /> : <NoPasswordSection email={user.email} />}
      <SecondFactorSection user={user} />
      <PasskeysSection />
      <LoginsSection />
      {needsInvitation && <InvitationsSection isAdmin={user.isAdmin} />}
      <SessionsSection />
      <SecuritySection />
      <AppsSection />
      <TokensSection user={user} />
      <Section title="Webhooks" text="Have your own server called when something happens to what you made.">
        <Webhooks scope={WebhookScope.UNSPECIFIED} />
      </Section>
      <NotificationsSection />
      <EmailsSection />
      <DataSection userId={user.id} />
      <DeleteSection user={user} />
      <StepUp user={user} />
    </SectionedPage>
  );
}

// After the login the guest returns here.
function Guest() {
  const navigate = useNavigate();
  useEffect(() => {
    saveReturnTo(); // before the URL changes
    void navigate({ to: paths.login, replace: true });
  }, [navigate]);
  return null;
}
