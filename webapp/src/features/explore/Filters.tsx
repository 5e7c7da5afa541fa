import { Checkbox, NativeSelect, SimpleGrid } from "@mantine/core";
import css from "./Explore.module.css";
import { fields, options, showGone } from "./fields";
import type { ExploreSearch } from "./search";

const all = { value: "", label: "All" };
const relevance = { value: "", label: "Relevance" };

/** The panel of filters and the order. Search results are ordered by relevance until the user chooses an order. */
export function Filters({
  search,
  onChange,
}: {
  search: ExploreSearch;
  onChange: (next: Partial<ExploreSearch>) => void;
}) {
  return (
    <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="md" mt="md" id="filters" className={css.screen}>
      {fields.map((field) => {
        const { name, label } = field;
        const first = name === "sort" ? search.q && relevance : all;
        return (
          <NativeSelect
            key={name}
            label={label}
            value={search[name] ?? (first ? "" : "newest")}
            data={[...(first ? [first] : []), ...options(field, search[name])]}
            onChange={(event) => onChange({ [name]: event.currentTarget.value || undefined })}
          />
        );
      })}
      <Checkbox
        label={showGone}
        description="Their links have not answered for 30 days."
        checked={search.gone === "true"}
        onChange={(event) => onChange({ gone: event.currentTarget.checked ? "true" : undefined })}
      />
    </SimpleGrid>
  );
}
