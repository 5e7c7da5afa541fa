import type { ListProjectsResponse } from "../../gen/uvboard/v1/project_service_pb";

/** What a section of the home page needs to know of its list. */
export type ListQuery = {
  data: ListProjectsResponse | undefined;
  error: unknown;
  isPending: boolean;
  refetch: () => unknown;
};
