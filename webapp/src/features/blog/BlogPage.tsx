import { getRouteApi } from "@tanstack/react-router";
import { PageHead } from "../../components/PageHead";
import { Filters } from "./Filters";
import { Posts } from "./Posts";
import { Sidebar } from "./Sidebar";
import type { BlogSearch } from "./search";

const route = getRouteApi("/blog");

export function BlogPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  // Typing replaces the history entry; a choice adds one.
  const change = (next: Partial<BlogSearch>, replace = false) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace, resetScroll: false });

  return (
    <div className="wrap page">
      <PageHead title="Stories" slug="COMMUNITY" />
      <div className="split">
        <div>
          <Filters search={search} onChange={change} />
          <Posts search={search} onClear={() => void navigate({ search: {}, resetScroll: false })} />
        </div>
        <Sidebar search={search} onTag={(tag) => change({ tag })} />
      </div>
    </div>
  );
}
