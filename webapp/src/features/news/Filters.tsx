import { useQuery } from "@connectrpc/connect-query";
import { NativeSelect } from "@mantine/core";
import { SearchField } from "../../components/SearchField";
import { NewsService } from "../../gen/uvboard/v1/news_service_pb";
import css from "./News.module.css";
import { type NewsSearch, tools } from "./search";

type Change = (next: NewsSearch, replace?: boolean) => void;

/** The search field, which searches while the user types, and the choice of a source and a tool. */
export function Filters({ search, onChange }: { search: NewsSearch; onChange: Change }) {
  const { data } = useQuery(NewsService.method.listNewsSources, {});
  const sources = data?.names ?? [];
  // A link may name a source that no longer exists.
  const names = search.source && !sources.includes(search.source) ? [...sources, search.source] : sources;
  return (
    <search className={css.filters}>
      <SearchField
        size="lg"
        q={search.q}
        onSearch={(q) => onChange({ q, exact: undefined }, true)}
        aria-label="Search news"
        placeholder="Search news..."
      />
      <NativeSelect
        size="lg"
        aria-label="Source"
        value={search.source ?? ""}
        data={[{ value: "", label: "All Sources" }, ...names.map((name) => ({ value: name, label: name }))]}
        onChange={(event) => onChange({ source: event.currentTarget.value || undefined })}
      />
      <NativeSelect
        size="lg"
        aria-label="Tool"
        value={search.tool ?? ""}
        data={[{ value: "", label: "All Tools" }, ...Object.entries(tools).map(([value, label]) => ({ value, label }))]}
        onChange={(event) => onChange({ tool: event.currentTarget.value || undefined })}
      />
    </search>
  );
}
