import { useQuery } from "@connectrpc/connect-query";
import { Skeleton, Text, Title } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { Suspense, useEffect } from "react";
import { Boundary } from "../../components/Boundary";
import { SideNav } from "../../components/SideNav";
import { ErrorState, Loading } from "../../components/States";
import { StepUp } from "../../components/StepUp";
import { AdminService } from "../../gen/uvboard/v1/admin_service_pb";
import { paths } from "../../lib/page/paths";
import { stale } from "../../lib/server/stale";
import { moderates } from "../../lib/session/role";
import { useSession } from "../../lib/session/session";
import { count } from "../../lib/text/text";
import { toastError } from "../../lib/ui/toast";
import { useKeepFocus } from "../../lib/ui/useKeepFocus";
import css from "./Admin.module.css";
import { adminGroups, moderatorGroups } from "./tabs";
import { useAdminSearch } from "./useAdminSearch";

/** The dashboard of admins, and of moderators as far as they may use it. All others are redirected to Home. */
export function AdminPage() {
  const { status, user, error, refetch } = useSession();
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
  if (user?.needsSecondFactor) return <Denied to={paths.settings} text="Turn on a second factor first." />;
  return user && moderates(user) ? (
    <>
      <Dashboard isAdmin={user.isAdmin} />
      <StepUp user={user} />
    </>
  ) : (
    <Denied to={paths.home} text="Admin privileges required to access this page." />
  );
}

function Denied({ to, text }: { to: string; text: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    toastError("Access Denied", text);
    void navigate({ to, replace: true });
  }, [navigate, to, text]);
  return null;
}

function Dashboard({ isAdmin }: { isAdmin: boolean }) {
  const { search, open } = useAdminSearch();
  const groups = isAdmin ? adminGroups : moderatorGroups;
  const tabs = groups.flatMap((group) => group.tabs);
  const { id, label, Component } = tabs.find((tab) => tab.id === search.tab) ?? groups[0].tabs[0];
  const panel = useKeepFocus();
  const { data } = useQuery(AdminService.method.getOverview, {}, { staleTime: stale.now, enabled: isAdmin });
  const waiting = data?.overview?.waiting;
  const waits: Record<string, number | undefined> = {
    moderation: waiting && waiting.cases + waiting.appeals,
    contact: waiting?.messages,
    mail: waiting?.mailFailed,
    news: waiting?.feedsFailing,
  };
  return (
    <div className="wrap page">
      <Title mb="md">{isAdmin ? "Admin Dashboard" : "Moderation"}</Title>
      <div className={css.dashboard}>
        <SideNav
          label="Sections"
          groups={groups.map((group) => ({
            label: group.label,
            links: group.tabs.map(({ id, label }) => ({
              id,
              label,
              link: { to: paths.admin, search: { tab: id }, resetScroll: false },
              badge: waits[id] ? count(waits[id]) : undefined,
            })),
          }))}
          current={id}
          onChoose={(tab) => open({ tab })}
          place="page"
        />
        <section ref={panel} tabIndex={-1} aria-label={label} className={css.panel}>
          {/* The key starts each tab with its own state. */}
          <Suspense key={id} fallback={<TabSkeleton />}>
            <Boundary>
              <Component />
            </Boundary>
          </Suspense>
        </section>
      </div>
    </div>
  );
}

const TabSkeleton = () => (
  <Loading>
    {[1, 2, 3, 4, 5].map((row) => (
      <Skeleton key={row} height={40} my="md" />
    ))}
  </Loading>
);
