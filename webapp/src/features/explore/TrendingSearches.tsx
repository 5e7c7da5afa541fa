import { Badge, Box, Group, Text } from "@mantine/core";
import css from "./Explore.module.css";

const terms = ["AI", "React", "Next.js", "Python", "Mobile", "Web3", "Game", "Tool"];

export function TrendingSearches({ onSearch }: { onSearch: (term: string) => void }) {
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
