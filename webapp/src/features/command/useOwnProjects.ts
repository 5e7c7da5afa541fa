import { skipToken, useQuery } from "@connectrpc/connect-query";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { UserService } from "../../gen/uvboard/v1/user_service_pb";

/** The user's own newest projects, including drafts; none for a guest. */
export function useOwnProjects(id: string | undefined): Project[] {
  const { data } = useQuery(UserService.method.listUserProjects, id === undefined ? skipToken : { id, pageSize: 12 });
  return data?.projects ?? [];
}
