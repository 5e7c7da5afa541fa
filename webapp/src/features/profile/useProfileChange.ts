import { createConnectQueryKey } from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import { ProjectService } from "../../gen/uvboard/v1/project_service_pb";
import { StatsService } from "../../gen/uvboard/v1/stats_service_pb";
import { UserService } from "../../gen/uvboard/v1/user_service_pb";
import { useSessionChange } from "../../lib/session";

/** Invalidates queries after a change on a profile. The promises resolve when the data on screen is fetched again. */
export function useProfileChange() {
  const client = useQueryClient();
  const session = useSessionChange();
  const refresh = (...services: (typeof UserService | typeof ProjectService | typeof StatsService)[]) =>
    services.map((schema) =>
      client.invalidateQueries({ queryKey: createConnectQueryKey({ schema, cardinality: undefined }) }),
    );

  return {
    /** After a project was deleted, hidden or shown: lists, counts and activity change. */
    projects: () => Promise.all(refresh(UserService, ProjectService, StatsService)),
    /** After the name or the image of the user changed: it is also shown in the header and with projects. */
    user: () => Promise.all([...refresh(UserService, ProjectService), session.refresh()]),
  };
}
