import { useInfiniteQuery, useMutation, useQuery } from "@connectrpc/connect-query";
import { Anchor, Button, Skeleton, Stack, Text, Title } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { EmptyState, ErrorState, Loading } from "../../../components/States";
import { WeeklyService } from "../../../gen/uvboard/v1/weekly_service_pb";
import { paths } from "../../../lib/page/paths";
import { readFailure } from "../../../lib/server/failure";
import { paging, useInvalidate } from "../../../lib/server/query";
import { stale } from "../../../lib/server/stale";
import { count } from "../../../lib/text/text";
import { toast } from "../../../lib/ui/toast";
import { AdminTable } from "../AdminTable";
import { act } from "../act";
import { adminTime } from "../date";
import { DraftForm } from "./DraftForm";
import { Subscribers } from "./Subscribers";

/** The draft of the next issue, the published ones with their mails, and the subscribers. */
export function WeeklyTab() {
  return (
    <Stack gap="var(--uv-s7)">
      <Draft />
      <Issues />
      <Subscribers />
    </Stack>
  );
}

function Draft() {
  const { data, error, refetch } = useQuery(WeeklyService.method.getWeeklyDraft, {}, { staleTime: stale.now });
  const missing = Boolean(error && readFailure(error).notFound);
  const draft = missing ? undefined : data?.draft;
  return (
    <section aria-labelledby="weekly-draft">
      <Title order={2} id="weekly-draft" mb="md">
        {draft ? `Draft of issue ${draft.number}` : "Draft"}
      </Title>
      {draft && <DraftForm key={`${draft.id} ${draft.version}`} draft={draft} />}
      {missing && (
        <EmptyState
          level={3}
          title="No draft"
          text="The next one is made when the week ends. You can also make one now, from the last week."
          action={<MakeButton label="Make a draft" />}
        />
      )}
      {error && !missing ? (
        <ErrorState title="Couldn't load the draft" error={error} onRetry={() => void refetch()} />
      ) : null}
      {!data && !error && (
        <Loading>
          <Skeleton h={320} />
        </Loading>
      )}
    </section>
  );
}

/** Makes the draft anew. */
export function MakeButton({ label }: { label: string }) {
  const make = useMutation(WeeklyService.method.makeWeeklyDraft);
  const invalidate = useInvalidate();
  const run = () =>
    act(async () => {
      await make.mutateAsync({});
      await invalidate(WeeklyService);
      toast("Success", "The draft is ready.");
    }, "Failed to make the draft.");
  return (
    <Button loading={make.isPending} onClick={() => void run()}>
      <IconRefresh size={16} />
      {label}
    </Button>
  );
}

function Issues() {
  const query = useInfiniteQuery(
    WeeklyService.method.listWeeklySendings,
    { pageSize: 20, pageToken: "" },
    { ...paging, staleTime: stale.now },
  );
  return (
    <section aria-labelledby="weekly-issues">
      <Title order={2} id="weekly-issues" mb="md">
        Issues
      </Title>
      <AdminTable
        label="Issues"
        what="Issues"
        query={query}
        rows={query.data?.pages.flatMap((page) => page.sendings)}
        rowKey={({ number }) => String(number)}
        columns={[
          {
            id: "issue",
            title: "Issue",
            width: "50%",
            cell: ({ number, title }) => (
              <Anchor href={paths.weeklyIssue(number)}>
                {number}. {title}
              </Anchor>
            ),
          },
          { id: "published", title: "Published", width: 200, cell: ({ publishedAt }) => adminTime(publishedAt) },
          {
            id: "sent",
            title: "Emails",
            cell: ({ sent, left }) => (
              <>
                {count(sent)} sent
                <Text size="sm" c="dimmed">
                  {left > 0 ? `${count(left)} to come` : "All done"}
                </Text>
              </>
            ),
          },
        ]}
        empty={{ title: "No issues yet", text: "The first draft that you publish becomes issue 1." }}
      />
    </section>
  );
}
