import { useInfiniteQuery } from "@connectrpc/connect-query";
import { Skeleton, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { ButtonLink } from "../../components/ButtonLink";
import { LoadMore } from "../../components/LoadMore";
import { PageHead } from "../../components/PageHead";
import { EmptyState, ErrorState, Loading } from "../../components/States";
import type { WeeklyIssueSummary } from "../../gen/uvboard/v1/weekly_pb";
import { WeeklyService } from "../../gen/uvboard/v1/weekly_service_pb";
import { paths } from "../../lib/page/paths";
import { paging } from "../../lib/server/query";
import { formatDate, toDate } from "../../lib/text/time";
import { imageSource } from "../../lib/upload/image";
import { issuesInput, useFirst } from "./query";
import { SubscribeBox } from "./SubscribeBox";
import css from "./Weekly.module.css";

/** All issues, and the form that subscribes. */
export function WeeklyPage() {
  useFirst();
  const query = useInfiniteQuery(WeeklyService.method.listWeeklyIssues, issuesInput, paging);
  const issues = query.data?.pages.flatMap((page) => page.issues);
  return (
    <div className="wrap page">
      <PageHead title="Weekly">The best of each week: projects, stories and threads worth your time.</PageHead>
      <SubscribeBox />
      {query.isPending && (
        <Loading className={css.issues}>
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} h={96} my="lg" />
          ))}
        </Loading>
      )}
      {query.error && !issues ? (
        <ErrorState
          level={2}
          title="Couldn't load the issues"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      ) : null}
      {issues?.length === 0 && (
        <div style={{ marginTop: 40 }}>
          <EmptyState
            level={2}
            title="No issues yet"
            text="Subscribe, and the first one comes to you. Until then, see what people are building."
            action={<ButtonLink to={paths.top}>Top projects</ButtonLink>}
          />
        </div>
      )}
      {issues && issues.length > 0 && (
        <ol className={css.issues} reversed>
          {issues.map((issue) => (
            <Row key={issue.number} issue={issue} />
          ))}
        </ol>
      )}
      <LoadMore query={query} what="Issues" />
    </div>
  );
}

function Row({ issue }: { issue: WeeklyIssueSummary }) {
  const text = issue.excerpt || issue.headlines.join(", ");
  return (
    <li className={css.issue}>
      <span className={`score ${css.number}`} aria-hidden="true">
        {issue.number}
      </span>
      <div>
        <Text size="sm" c="dimmed">
          Issue {issue.number}, {formatDate(toDate(issue.publishedAt))}
        </Text>
        <Title order={2} size="h3" mt={2}>
          <Link to="/weekly/$number" params={{ number: String(issue.number) }}>
            {issue.title}
          </Link>
        </Title>
        {text && (
          <Text c="dimmed" mt={4} className="clamp2">
            {text}
          </Text>
        )}
      </div>
      <Cover image={issue.image} sizes="192px" />
    </li>
  );
}

/** The picture of an item; nothing without one. Its alternative text is empty, since the title is beside it. */
export function Cover({ image, sizes, eager }: { image: string; sizes: string; eager?: boolean }) {
  const [failed, setFailed] = useState("");
  if (!image || failed === image) return null;
  return (
    <img
      width={1280}
      height={800}
      {...imageSource(image)}
      className={css.cover}
      sizes={sizes}
      alt=""
      loading={eager ? "eager" : "lazy"}
      fetchPriority={eager ? "high" : undefined}
      decoding="async"
      onError={() => setFailed(image)}
    />
  );
}
