import { Badge } from "@mantine/core";
import css from "./Explore.module.css";

const terms = ["AI", "React", "Next.js", "Python", "Mobile", "Web3", "Game", "Tool"];

export function TrendingSearches({ onSearch }: { onSearch: (term: string) => void }) {
  return (
    <section className={css.terms}>
      <h2>Trending Searches</h2>
      <div className="tags">
        {terms.map((term) => (
          <Badge component="button" key={term} size="lg" onClick={() => onSearch(term)}>
            {term}
          </Badge>
        ))}
      </div>
    </section>
  );
}
