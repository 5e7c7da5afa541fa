import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import css from "./Explore.module.css";
import { Filters } from "./Filters";
import { QuickFilters } from "./QuickFilters";
import { Results } from "./Results";
import { SearchBox } from "./SearchBox";
import { type ExploreSearch, isFiltered } from "./search";
import { TrendingSearches } from "./TrendingSearches";

const route = getRouteApi("/search");

export function ExplorePage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  // The panel is open at first when the address says that one of its choices is made.
  const [panel, setPanel] = useState(Boolean(search.stage || search.category || search.tool || search.sort));

  // Each change is a step that Back undoes, and the place on the page stays.
  const change = (next: Partial<ExploreSearch>) =>
    void navigate({ search: (now) => ({ ...now, ...next }), resetScroll: false });
  const clear = () => void navigate({ search: {}, resetScroll: false });

  return (
    <div className="wrap page">
      <h1 className="h1">Explore</h1>
      <SearchBox
        key={search.q ?? ""}
        q={search.q ?? ""}
        panel={panel}
        onSearch={(q) => change({ q: q || undefined })}
        onPanel={() => setPanel(!panel)}
      />
      <QuickFilters search={search} onChange={change} onClear={clear} />
      {panel && <Filters search={search} onChange={change} />}
      {!isFiltered(search) && <TrendingSearches onSearch={(q) => change({ q })} />}
      <div className={css.results}>
        <Results search={search} onView={(view) => change({ view })} onClear={clear} />
      </div>
    </div>
  );
}
