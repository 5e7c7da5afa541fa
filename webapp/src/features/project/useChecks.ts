import { create } from "@bufbuild/protobuf";
import { createConnectQueryKey, useMutation, useTransport } from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import type { ProjectChecks } from "../../gen/uvboard/v1/alive_pb";
import { AliveService, GetProjectChecksResponseSchema } from "../../gen/uvboard/v1/alive_service_pb";
import { ProjectService } from "../../gen/uvboard/v1/project_service_pb";
import { failureMessage } from "../../lib/server/failure";
import { useInvalidate } from "../../lib/server/query";
import { toast, toastError } from "../../lib/ui/toast";

/** What the owner of a project can do about its checks. */
export function useChecks(id: string) {
  const client = useQueryClient();
  const transport = useTransport();
  const invalidate = useInvalidate();
  const show = (checks: ProjectChecks | undefined) => {
    client.setQueryData(
      createConnectQueryKey({
        schema: AliveService.method.getProjectChecks,
        input: { id },
        transport,
        cardinality: "finite",
      }),
      create(GetProjectChecksResponseSchema, { checks }),
    );
    void invalidate(ProjectService);
  };
  const onError = (error: unknown) => toastError("Error", failureMessage(error, "Failed to change the checks"));
  const set = useMutation(AliveService.method.setProjectChecks, {
    onSuccess: ({ checks }) => {
      show(checks);
      toast(checks?.isEnabled ? "Checks Switched On" : "Checks Switched Off");
    },
    onError,
  });
  const check = useMutation(AliveService.method.checkProject, {
    onSuccess: ({ checks }) => {
      show(checks);
      toast("Check Ordered", "The result is here within minutes.");
    },
    onError,
  });
  return { set, check };
}
