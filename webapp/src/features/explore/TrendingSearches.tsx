import { TagButton } from "../../components/Tag";
import css from "./Explore.module.css";

const terms = ["AI", "React", "Next.js", "Python", "Mobile", "Web3", "Game", "Tool"];

export function TrendingSearches({ onSearch }: { onSearch: (term: string) => void }) {
  return (
    <section className={css.terms}>
      <h2>Trending Searches</h2>
      <div className="tags">
        {terms.map((term) => (
          <TagButton key={term} large onClick={() => onSearch(term)}>
            {term}
          </TagButton>
        ))}
      </div>
    </section>
  );
}
