import { skipToken, useQuery } from "@connectrpc/connect-query";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData } from "@tanstack/react-query";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { ProjectService } from "../../gen/uvboard/v1/project_service_pb";
import { UserService } from "../../gen/uvboard/v1/user_service_pb";

// Short enough to follow each word, long enough not to send a request per keystroke.
const debounceMs = 150;
const minLength = 2;

export type Found = {
  projects: Project[];
  /** The results for the current text are loading; until then, the projects are the previous results. */
  pending: boolean;
  error: unknown;
  retry: () => void;
};

/** Searches projects for the typed text, debounced. A request for older text is canceled. */
export function useProjectSearch(typed: string): Found {
  const text = typed.trim();
  const [asked] = useDebouncedValue(text, debounceMs);
  const wanted = text.length >= minLength;
  const enabled = wanted && asked.length >= minLength;
  const query = useQuery(
    ProjectService.method.listProjects,
    { search: asked, pageSize: 6 },
    { enabled, placeholderData: keepPreviousData },
  );
  return {
    projects: enabled ? (query.data?.projects ?? []) : [],
    pending: wanted && (asked !== text || query.isPlaceholderData || query.isLoading),
    error: enabled && asked === text ? query.error : null,
    retry: () => void query.refetch(),
  };
}

/** The user's own newest projects, including drafts; none for a guest. */
export function useOwnProjects(id: string | undefined): Project[] {
  const { data } = useQuery(UserService.method.listUserProjects, id === undefined ? skipToken : { id, pageSize: 12 });
  return data?.projects ?? [];
}
