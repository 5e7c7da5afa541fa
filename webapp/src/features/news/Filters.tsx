import { useQuery } from "@connectrpc/connect-query";
import { NativeSelect, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
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
      <SearchField q={search.q ?? ""} onChange={onChange} />
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

function SearchField({ q, onChange }: { q: string; onChange: Change }) {
  const [text, setText] = useState(q);
  const [sent, setSent] = useState(q);
  if (q !== sent) {
    // Something else changed the search, such as Clear all or the back button.
    setSent(q);
    setText(q);
  }
  const send = useDebouncedCallback((value: string) => {
    setSent(value);
    onChange({ q: value || undefined }, true);
  }, 300);
  return (
    <TextInput
      type="search"
      size="lg"
      aria-label="Search news"
      placeholder="Search news..."
      leftSection={<IconSearch size={18} />}
      maxLength={200}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        send(event.currentTarget.value.trim());
      }}
    />
  );
}
