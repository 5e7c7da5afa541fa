import { useQuery } from "@connectrpc/connect-query";
import { Group, Skeleton, Text, Title } from "@mantine/core";
import { IconArrowLeft, IconArrowRight } from "@tabler/icons-react";
import { getRouteApi, Link } from "@tanstack/react-router";
import { ButtonLink } from "../../components/ButtonLink";
import { AuthorLink } from "../../components/project/AuthorLink";
import { EmptyState, ErrorState, Loading } from "../../components/States";
import { UserText } from "../../components/UserText";
import type { WeeklyIssue, WeeklyItem } from "../../gen/uvboard/v1/weekly_pb";
import { WeeklyService } from "../../gen/uvboard/v1/weekly_service_pb";
import { paths } from "../../lib/page/paths";
import { useTitle } from "../../lib/page/useTitle";
import { readFailure } from "../../lib/server/failure";
import { formatDate, toDate } from "../../lib/text/time";
import { weeklyItemLabels } from "../../lib/text/weekly";
import { useFirst } from "./query";
import { SubscribeBox } from "./SubscribeBox";
import css from "./Weekly.module.css";
import { Cover } from "./WeeklyPage";

const route = getRouteApi("/weekly/$number");

/** An issue, as a page of a magazine. */
export function IssuePage() {
  useFirst();
  const { number } = route.useParams();
  const { data, error, refetch } = useQuery(WeeklyService.method.getWeeklyIssue, { number });
  const notFound = Boolean(error && readFailure(error).notFound);
  useTitle(notFound ? "Issue Not Found" : data?.issue?.title);
  if (data?.issue) return <Issue issue={data.issue} />;
  if (notFound) {
    return (
      <div className="wrap page">
        <EmptyState
          level={1}
          title="Issue Not Found"
          text="There is no issue with this number yet."
          action={
            <ButtonLink to={paths.weekly} variant="filled">
              All issues
            </ButtonLink>
          }
        />
      </div>
    );
  }
  return (
    <div className="wrap page">
      {error ? (
        <ErrorState level={1} title="Couldn't load the issue" error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading>
          <Skeleton h={56} maw={560} />
          <Skeleton h={320} mt="xl" />
        </Loading>
      )}
    </div>
  );
}

function Issue({ issue }: { issue: WeeklyIssue }) {
  return (
    <article className="wrap page">
      <Group gap="sm" fz="sm" c="dimmed" mb="sm">
        <Link to="/weekly" className="slug">
          WEEKLY
        </Link>
        <span>
          Issue {issue.number}, {formatDate(toDate(issue.publishedAt))}
        </span>
      </Group>
      <Title mb="lg" style={{ overflowWrap: "anywhere" }}>
        {issue.title}
      </Title>
      {issue.introductionHtml && (
        <div className={css.introduction}>
          <UserText html={issue.introductionHtml} />
        </div>
      )}
      {issue.items.length === 0 && (
        <Text c="dimmed" mb="xl">
          What this issue was about is no longer public.
        </Text>
      )}
      <div className={css.entries}>
        {issue.items.map((item, index) => (
          <Entry key={item.id} item={item} lead={index === 0} />
        ))}
      </div>
      <SubscribeBox />
      <Group component="nav" justify="space-between" mt="xl" aria-label="Other issues">
        {issue.previous > 0 ? (
          <ButtonLink to="/weekly/$number" params={{ number: String(issue.previous) }} rel="prev">
            <IconArrowLeft size={16} />
            Issue {issue.previous}
          </ButtonLink>
        ) : (
          <span />
        )}
        {issue.next > 0 && (
          <ButtonLink to="/weekly/$number" params={{ number: String(issue.next) }} rel="next">
            Issue {issue.next}
            <IconArrowRight size={16} />
          </ButtonLink>
        )}
      </Group>
    </article>
  );
}

function Entry({ item, lead }: { item: WeeklyItem; lead: boolean }) {
  const { pathname } = new URL(item.url);
  return (
    <section className={css.entry} data-lead={lead || undefined} data-plain={item.image ? undefined : true}>
      {item.image && (
        <Link to={pathname} tabIndex={-1} aria-hidden="true">
          <Cover
            image={item.image}
            sizes={lead ? "(max-width: 767px) 90vw, 660px" : "(max-width: 767px) 90vw, 560px"}
            eager={lead}
          />
        </Link>
      )}
      <div className={css.words}>
        <span className="slug">{weeklyItemLabels[item.type].toUpperCase()}</span>
        <Title order={2} size={lead ? "h1" : "h2"}>
          <Link to={pathname}>{item.title}</Link>
        </Title>
        {item.note && <Text size="lg">{item.note}</Text>}
        {item.excerpt && (
          <Text c="dimmed" className="clamp3">
            {item.excerpt}
          </Text>
        )}
        {item.author && (
          <Text size="sm" c="dimmed" className={css.by}>
            by <AuthorLink author={item.author} named via={item.via} />
          </Text>
        )}
      </div>
    </section>
  );
}
