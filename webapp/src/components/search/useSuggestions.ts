import { skipToken, useQuery } from "@connectrpc/connect-query";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData } from "@tanstack/react-query";
import { ProjectService } from "../../gen/uvboard/v1/project_service_pb";

const debounceMs = 120;

/** Whether the last word may become an operator, or has one. The server reads it; this saves the other requests. */
const mayContinue = /(?:^|\s)(?:[a-z]{1,5}|[a-z]{2,5}:(?:"[^"]*|\S*))$/i;

/** What the text of a search may continue with: operators, then their values. */
export function useSuggestions(text: string) {
  const [asked] = useDebouncedValue(text, debounceMs);
  const wanted = mayContinue.test(text) && mayContinue.test(asked);
  const { data } = useQuery(ProjectService.method.suggestSearch, wanted ? { search: asked } : skipToken, {
    placeholderData: wanted ? keepPreviousData : undefined,
  });
  return wanted ? (data?.suggestions ?? []) : [];
}
