import type { ListProjectsResponse } from "../../gen/uvboard/v1/project_service_pb";

/** The query of a list, as the sections of Home use it. */
export type ListQuery = {
  data: ListProjectsResponse | undefined;
  error: unknown;
  isPending: boolean;
  refetch: () => unknown;
};
