import { create } from "@bufbuild/protobuf";
import { createConnectQueryKey, useMutation, useQuery, useTransport } from "@connectrpc/connect-query";
import { Button, Group, Paper, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { ButtonLink } from "../../components/ButtonLink";
import { RelativeTime } from "../../components/RelativeTime";
import { AgentService } from "../../gen/uvboard/v1/agent_service_pb";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { GetProjectResponseSchema, ProjectService } from "../../gen/uvboard/v1/project_service_pb";
import { StatsService } from "../../gen/uvboard/v1/stats_service_pb";
import { UserService } from "../../gen/uvboard/v1/user_service_pb";
import { idIn, nameOf } from "../../lib/page/paths";
import { useOpenMissing } from "../../lib/page/useOpenMissing";
import { failureMessage } from "../../lib/server/failure";
import { useInvalidate } from "../../lib/server/query";
import { stale } from "../../lib/server/stale";
import { useSession } from "../../lib/session/session";
import { toast, toastError } from "../../lib/ui/toast";

/** Says who sees a draft. Its owner can publish it at once if an agent asks for that. */
export function DraftNotice({ project }: { project: Project }) {
  const { user } = useSession();
  const own = user?.id === project.userId;
  const { data } = useQuery(
    AgentService.method.getPublishRequest,
    { id: project.id },
    { enabled: own, staleTime: stale.now },
  );
  return (
    <Paper withBorder py="sm" px="md" mb="lg" fz={14}>
      <Group justify="space-between" mih="var(--uv-ctl-sm)">
        <div>
          {data?.request && (
            <Text fw={600}>
              Your agent asked <RelativeTime at={data.request.requestedAt} /> to publish this.
            </Text>
          )}
          {own ? "Only you and admins can see this." : "Only the owner and admins can see this."}
        </div>
        {own && (
          <Group gap="sm">
            {data?.request && <Decide project={project} />}
            <ButtonLink to="/submit-project" search={{ edit: project.id }} size="sm" visibleFrom="lg">
              Edit and Publish
            </ButtonLink>
          </Group>
        )}
      </Group>
    </Paper>
  );
}

function Decide({ project: { id, title } }: { project: Project }) {
  const invalidate = useInvalidate();
  const client = useQueryClient();
  const transport = useTransport();
  const openMissing = useOpenMissing();
  const update = useMutation(ProjectService.method.updateProject, {
    onSuccess: ({ project, descriptionHtml }) => {
      if (!project) return;
      client.setQueryData(
        createConnectQueryKey({
          schema: ProjectService.method.getProject,
          input: { id: idIn(nameOf(project)) },
          transport,
          cardinality: "finite",
        }),
        create(GetProjectResponseSchema, { project, descriptionHtml }),
      );
      void invalidate(ProjectService, UserService, StatsService);
      toast("Project Published", `Everybody can see ${title} now.`);
    },
    onError: (error) => {
      if (openMissing(id, error)) return;
      toastError("Couldn't publish", failureMessage(error, "Failed to publish the project"));
    },
  });
  const dismiss = useMutation(AgentService.method.dismissPublishRequest, {
    onSuccess: () => invalidate(AgentService),
    onError: (error) => toastError("Error", failureMessage(error, "Failed to dismiss the request")),
  });
  return (
    <>
      <Button size="sm" variant="subtle" loading={dismiss.isPending} onClick={() => dismiss.mutate({ id })}>
        Not Now
      </Button>
      <Button
        size="sm"
        variant="filled"
        loading={update.isPending}
        onClick={() => update.mutate({ id, project: { isPublic: true } })}
      >
        Publish
      </Button>
    </>
  );
}
