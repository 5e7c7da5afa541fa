import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { calls, queryOptions } from "../../lib/calls";

// Fast enough to feel like an answer to each word, slow enough not to ask for each letter.
const pause = 150;
const shortest = 2;

export type Found = {
  projects: Project[];
  /** An answer to what is typed now is on its way; until it comes, the projects are those of the last one. */
  pending: boolean;
  error: unknown;
  retry: () => void;
};

/** The server's answer to what is typed, once it rests; a call that is overtaken is cancelled. */
export function useProjectSearch(typed: string): Found {
  const text = typed.trim();
  const [asked, setAsked] = useState("");
  useEffect(() => {
    const timer = window.setTimeout(() => setAsked(text), pause);
    return () => window.clearTimeout(timer);
  }, [text]);

  const wanted = text.length >= shortest;
  const enabled = wanted && asked.length >= shortest;
  const query = useQuery({
    ...queryOptions(calls.listProjects, { search: asked, pageSize: 6 }),
    enabled,
    placeholderData: keepPreviousData,
  });
  return {
    projects: enabled ? (query.data?.projects ?? []) : [],
    pending: wanted && (asked !== text || query.isPlaceholderData || query.isLoading),
    error: enabled && asked === text ? query.error : null,
    retry: () => void query.refetch(),
  };
}

/** The newest projects of whoever is logged in, drafts among them. */
export function useOwnProjects(id: string | undefined): Project[] {
  const { data } = useQuery({
    ...queryOptions(calls.listUserProjects, { id: id ?? "", pageSize: 12 }),
    enabled: id !== undefined,
  });
  return data?.projects ?? [];
}
