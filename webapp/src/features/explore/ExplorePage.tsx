import { Title } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { Boundary } from "../../components/Boundary";
import { Chips } from "./Chips";
import { Filters } from "./Filters";
import { Results } from "./Results";
import { SearchBox } from "./SearchBox";
import { type ExploreSearch, hasFilter, isFiltered } from "./search";
import { TrendingSearches } from "./TrendingSearches";

const route = getRouteApi("/search");

export function ExplorePage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  // On wide screens the panel opens with the page if the URL has one of its choices. Phones show the choices as chips.
  const [panel, setPanel] = useState(
    () => (hasFilter(search) || search.sort !== undefined) && window.matchMedia("(min-width: 768px)").matches,
  );

  // Each change is a history entry and keeps the scroll position.
  const change = (next: Partial<ExploreSearch>) =>
    void navigate({ search: (now) => ({ ...now, ...next }), resetScroll: false });
  const clear = () => void navigate({ search: {}, resetScroll: false });

  return (
    <div className="wrap page">
      <Title>Explore</Title>
      <SearchBox
        key={search.q ?? ""}
        q={search.q ?? ""}
        panel={panel}
        onSearch={(q) => change({ q: q || undefined, exact: undefined })}
        onPanel={() => setPanel(!panel)}
      />
      <Chips search={search} onChange={change} onClear={clear} />
      {panel && (
        <Boundary>
          <Filters search={search} onChange={change} />
        </Boundary>
      )}
      {!isFiltered(search) && (
        <Boundary>
          <TrendingSearches onSearch={(q) => change({ q, exact: undefined })} />
        </Boundary>
      )}
      <Boundary>
        <Results search={search} onView={(view) => change({ view })} onClear={clear} />
      </Boundary>
    </div>
  );
}
