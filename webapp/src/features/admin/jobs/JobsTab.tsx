import { useMutation, useQuery } from "@connectrpc/connect-query";
import { Badge, Box, Text } from "@mantine/core";
import { RowActions } from "../../../components/RowActions";
import type { Job } from "../../../gen/uvboard/v1/admin_pb";
import { AdminService } from "../../../gen/uvboard/v1/admin_service_pb";
import { useInvalidate } from "../../../lib/server/query";
import { stale } from "../../../lib/server/stale";
import { plural } from "../../../lib/text/text";
import { toast } from "../../../lib/ui/toast";
import { AdminTable } from "../AdminTable";
import { act } from "../act";
import { adminTime } from "../date";

/** The background jobs: whether they run, when they ran and run next, and what failed. */
export function JobsTab() {
  const query = useQuery(AdminService.method.listJobs, {}, { staleTime: stale.now });
  return (
    <AdminTable
      label="Jobs"
      what="Jobs"
      query={query}
      rows={query.data?.jobs}
      rowKey={(job) => job.name}
      columns={[
        { id: "name", title: "Job", cell: (job) => <Name job={job} /> },
        { id: "state", title: "State", width: "24%", cell: (job) => <State job={job} /> },
        {
          id: "last",
          title: "Last run",
          width: 190,
          cell: ({ lastRunAt }) => (lastRunAt ? adminTime(lastRunAt) : "Never"),
        },
        {
          id: "next",
          title: "Next run",
          width: 190,
          cell: ({ nextRunAt }) => (nextRunAt ? adminTime(nextRunAt) : "When there is work"),
        },
      ]}
      actions={(job) => <RunNow job={job} />}
      empty={{ title: "No server has started yet" }}
    />
  );
}

function Name({ job: { name, error } }: { job: Job }) {
  return (
    <>
      {name.charAt(0).toUpperCase() + name.slice(1)}
      {error && (
        <Text inherit fz="sm" c="quench">
          {error}
        </Text>
      )}
    </>
  );
}

function State({ job }: { job: Job }) {
  const tasks = [
    job.waitingTasks > 0 && `${plural(job.waitingTasks, "task")} waiting`,
    job.failedTasks > 0 && `${plural(job.failedTasks, "task")} given up`,
  ].filter(Boolean);
  return (
    <>
      <Badge color={job.error ? "quench" : undefined}>
        {job.isRunning ? "Running" : job.error ? "Failed" : "Idle"}
      </Badge>
      <Box fz="sm" c="dimmed">
        {job.failures > 1 && `${job.failures} times in a row. `}
        {tasks.join(", ")}
      </Box>
    </>
  );
}

function RunNow({ job: { name } }: { job: Job }) {
  const invalidate = useInvalidate();
  const run = useMutation(AdminService.method.runJob);
  const start = () =>
    act(async () => {
      await run.mutateAsync({ name });
      toast("Success", "The job will run in a moment.");
      await invalidate(AdminService);
    }, "Failed to run the job.");
  return <RowActions of={name} actions={[{ label: "Run now", busy: run.isPending, onClick: () => void start() }]} />;
}
