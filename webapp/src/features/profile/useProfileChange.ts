import { ProjectService } from "../../gen/uvboard/v1/project_service_pb";
import { StatsService } from "../../gen/uvboard/v1/stats_service_pb";
import { UserService } from "../../gen/uvboard/v1/user_service_pb";
import { useInvalidate } from "../../lib/server/query";
import { useSessionChange } from "../../lib/session/sessionChange";

/** Invalidates queries after a change on a profile. The promises resolve when the data on screen is fetched again. */
export function useProfileChange() {
  const invalidate = useInvalidate();
  const session = useSessionChange();
  return {
    /** After a project was deleted, hidden or shown: lists, counts and activity change. */
    projects: () => invalidate(UserService, ProjectService, StatsService),
    /** After the name or the image of the user changed: it is also shown in the header and with projects. */
    user: () => Promise.all([invalidate(UserService, ProjectService), session.refresh()]),
  };
}
