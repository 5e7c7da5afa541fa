import { useQuery } from "@connectrpc/connect-query";
import { Badge, Box, Group, Text } from "@mantine/core";
import { AnalyticsService } from "../../gen/uvboard/v1/analytics_service_pb";
import css from "./Explore.module.css";

// Until visitors have looked for eight others.
const defaults = ["AI", "React", "Next.js", "Python", "Mobile", "Web3", "Game", "Tool"];

const most = defaults.length;

/** What visitors look for most. Nothing is shown until the answer arrives, so that no term moves under a finger. */
export function TrendingSearches({ onSearch }: { onSearch: (term: string) => void }) {
  const { data, isPending } = useQuery(AnalyticsService.method.listTrendingSearches);
  const searched = data?.searches ?? [];
  const terms = isPending
    ? []
    : [...searched, ...defaults.filter((term) => !searched.includes(term.toLowerCase()))].slice(0, most);
  return (
    <Box component="section" mt="md" className={css.screen}>
      <Text component="h2" size="sm" c="dimmed">
        Trending Searches
      </Text>
      <Group gap={6} className={css.line}>
        {terms.map((term) => (
          <Badge component="button" key={term} size="lg" onClick={() => onSearch(term)}>
            {term}
          </Badge>
        ))}
      </Group>
    </Box>
  );
}
