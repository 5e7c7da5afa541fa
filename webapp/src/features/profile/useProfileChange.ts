import { createConnectQueryKey } from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import { ProjectService } from "../../gen/uvboard/v1/project_service_pb";
import { StatsService } from "../../gen/uvboard/v1/stats_service_pb";
import { UserService } from "../../gen/uvboard/v1/user_service_pb";
import { useSessionChange } from "../../lib/session";

/** What a change seen on a profile makes out of date. The promises end when what is on screen is true again. */
export function useProfileChange() {
  const client = useQueryClient();
  const session = useSessionChange();
  const refresh = (...services: (typeof UserService | typeof ProjectService | typeof StatsService)[]) =>
    services.map((schema) =>
      client.invalidateQueries({ queryKey: createConnectQueryKey({ schema, cardinality: undefined }) }),
    );

  return {
    /** A project came, went, was hidden or shown: it stands in lists, counts and activity. */
    projects: () => Promise.all(refresh(UserService, ProjectService, StatsService)),
    /** The person's name or picture changed: it stands in the header and beside their projects too. */
    person: () => Promise.all([...refresh(UserService, ProjectService), session.refresh()]),
  };
}
