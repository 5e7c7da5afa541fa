import type { DescMessage, DescMethodUnary, MessageInitShape } from "@bufbuild/protobuf";
import { Code, type ConnectError } from "@connectrpc/connect";
import { skipToken, useQuery } from "@connectrpc/connect-query";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData } from "@tanstack/react-query";
import { BlogService } from "../../gen/uvboard/v1/blog_service_pb";
import type { Author } from "../../gen/uvboard/v1/common_pb";
import { ForumService } from "../../gen/uvboard/v1/forum_service_pb";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { ProjectService } from "../../gen/uvboard/v1/project_service_pb";
import { UserService } from "../../gen/uvboard/v1/user_service_pb";
import { nameOf } from "../../lib/page/paths";
import type { Destination } from "./options";

// Short enough to follow each word, long enough not to send a request per keystroke.
const debounceMs = 150;
const minLength = 2;
// The most of each kind.
const projectSize = 6;
const size = 4;

export type Found = {
  projects: Project[];
  threads: Destination[];
  stories: Destination[];
  people: Author[];
  /** The words that were found instead of those typed, for each kind that has nothing for these. */
  searchedFor: { projects?: string; threads?: string; stories?: string };
  /** A search with a more frequent word. */
  didYouMean: string;
  /** Why the search is not understood, such as an unknown tag. */
  problem: string;
  /** The results for the current text are loading; until then, those of the previous text are kept. */
  pending: boolean;
  /** One of the searches failed. */
  failed: boolean;
  retry: () => void;
};

/** Searches projects, threads, stories and people at once for the typed text, debounced. Requests for older text are canceled. */
export function useSearch(typed: string): Found {
  const text = typed.trim();
  const [asked] = useDebouncedValue(text, debounceMs);
  const wanted = text.length >= minLength;
  const enabled = wanted && asked.length >= minLength;
  // The server knows people by the start of their username.
  const prefix = /^@?([A-Za-z0-9_]{1,20})$/.exec(asked)?.[1];

  const projects = useKind(ProjectService.method.listProjects, { search: asked, pageSize: projectSize }, enabled);
  const threads = useKind(ForumService.method.searchForum, { query: asked, pageSize: size }, enabled);
  const stories = useKind(BlogService.method.listBlogPosts, { search: asked, pageSize: size }, enabled);
  const people = useKind(UserService.method.findUsers, { prefix: prefix ?? "" }, enabled && prefix !== undefined);
  const all = [projects, threads, stories, people];
  return {
    projects: projects.data?.projects ?? [],
    // Several replies of one thread are one result.
    threads: (threads.data?.results ?? []).map(({ threadId, url, title }) => ({
      id: nameOf({ id: threadId, url }),
      title,
    })),
    stories: (stories.data?.posts ?? []).map(({ id, url, title }) => ({ id: nameOf({ id, url }), title })),
    people: (people.data?.users ?? []).slice(0, size),
    searchedFor: {
      projects: projects.data?.searchedFor,
      threads: threads.data?.searchedFor,
      stories: stories.data?.searchedFor,
    },
    didYouMean: projects.data?.didYouMean ?? "",
    problem: asked === text && isRefused(projects.error) ? projects.error.rawMessage : "",
    pending: wanted && (asked !== text || all.some((query) => query.isPlaceholderData || query.isLoading)),
    failed: asked === text && all.some((query) => query.error && !isRefused(query.error)),
    retry: () => {
      for (const query of all) if (query.error) void query.refetch();
    },
  };
}

/** Whether the server does not understand an operator of the search. What has no tags or stages may still find it. */
const isRefused = (error: ConnectError | null): error is ConnectError => error?.code === Code.InvalidArgument;

function useKind<I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  input: MessageInitShape<I>,
  enabled: boolean,
) {
  return useQuery(method, enabled ? input : skipToken, { placeholderData: enabled ? keepPreviousData : undefined });
}
