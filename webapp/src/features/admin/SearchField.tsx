import { SearchField as Field } from "../../components/SearchField";
import { useAdminSearch } from "./useAdminSearch";

/** The search field of a tab. The text is in the URL. */
export function SearchField({ label }: { label: string }) {
  const { search, change } = useAdminSearch();
  return (
    <Field
      q={search.q}
      onSearch={(q) => change({ q }, true)}
      aria-label={label}
      placeholder={label}
      maxLength={100}
      w={{ base: "100%", sm: 320 }}
    />
  );
}
