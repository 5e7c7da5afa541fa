import { useQuery } from "@connectrpc/connect-query";
import { NativeSelect, Skeleton, Tabs, Text, Title } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { Suspense, useEffect, useRef } from "react";
import { Boundary } from "../../components/Boundary";
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
import { adminTabs, moderatorTabs } from "./tabs";
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
  const tabs = isAdmin ? adminTabs : moderatorTabs;
  const { id, Component } = tabs.find((tab) => tab.id === search.tab) ?? tabs[0];
  const panel = useKeepFocus();
  const { data } = useQuery(AdminService.method.getOverview, {}, { staleTime: stale.now, enabled: isAdmin });
  const waiting = data?.overview?.waiting;
  const waits: Record<string, number | undefined> = {
    moderation: waiting && waiting.cases + waiting.appeals,
    contact: waiting?.messages,
    mail: waiting?.mailFailed,
    news: waiting?.feedsFailing,
  };
  const choose = (tab: string | null) => open({ tab: tab ?? undefined });

  // Tabs beyond the edge are scrolled into view.
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[data-tab="${id}"]`)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [id]);

  return (
    <div className="wrap page">
      <Title mb="md">{isAdmin ? "Admin Dashboard" : "Moderation"}</Title>
      <Tabs value={id} onChange={choose} keepMounted={false}>
        <NativeSelect
          hiddenFrom="sm"
          size="lg"
          aria-label="Section"
          value={id}
          data={tabs.map(({ id, label }) => ({
            value: id,
            label: waits[id] ? `${label} (${count(waits[id])})` : label,
          }))}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        <Tabs.List ref={list} aria-label="Sections" className={css.tabs} visibleFrom="sm">
          {tabs.map(({ id, label }) => (
            <Tabs.Tab key={id} value={id} data-tab={id}>
              {label}
              {waits[id] ? <span className={css.waits}>{count(waits[id])}</span> : null}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={id} pt="lg" ref={panel} tabIndex={-1}>
          {/* The key starts each tab with its own state. */}
          <Suspense key={id} fallback={<TabSkeleton />}>
            <Boundary>
              <Component />
            </Boundary>
          </Suspense>
        </Tabs.Panel>
      </Tabs>
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
