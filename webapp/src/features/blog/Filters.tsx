import { useQuery } from "@connectrpc/connect-query";
import { Checkbox, Group, NativeSelect } from "@mantine/core";
import { FollowButton } from "../../components/follow/FollowButton";
import { SearchField } from "../../components/SearchField";
import { BlogService } from "../../gen/uvboard/v1/blog_service_pb";
import { FollowType } from "../../gen/uvboard/v1/follow_pb";
import { count } from "../../lib/text/text";
import css from "./Blog.module.css";
import { tagsInput } from "./query";
import type { BlogSearch } from "./search";

/** Search, tag and order of the list. Search results are ordered by relevance until the user chooses an order. */
export function Filters({
  search,
  onChange,
}: {
  search: BlogSearch;
  onChange: (next: Partial<BlogSearch>, replace?: boolean) => void;
}) {
  const { data } = useQuery(BlogService.method.listPopularTags, tagsInput);
  const tags = (data?.tags ?? []).map(({ tag, count: n }) => ({ value: tag, label: `#${tag} (${count(n)})` }));
  if (search.tag && !tags.some(({ value }) => value === search.tag)) {
    tags.push({ value: search.tag, label: `#${search.tag}` });
  }
  const popular = search.sort === "popular";
  return (
    <div className={css.filters}>
      <search className={css.search}>
        <SearchField
          q={search.q}
          onSearch={(q) => onChange({ q, exact: undefined }, true)}
          aria-label="Search blog posts"
          placeholder="Search blog posts..."
        />
      </search>
      <Group gap="sm" wrap="nowrap" className={css.choices}>
        <NativeSelect
          aria-label="Tag"
          value={search.tag ?? ""}
          data={[{ value: "", label: "All Tags" }, ...tags]}
          onChange={(event) => onChange({ tag: event.currentTarget.value || undefined })}
        />
        {search.tag && <FollowButton type={FollowType.TAG} id={search.tag} name={`#${search.tag}`} icon />}
        <NativeSelect
          aria-label="Sort by"
          value={popular ? "" : (search.sort ?? (search.q ? "" : "newest"))}
          data={[
            ...(popular || search.q ? [{ value: "", label: popular ? "Popular" : "Relevance" }] : []),
            { value: "newest", label: "Newest" },
            { value: "oldest", label: "Oldest" },
          ]}
          onChange={(event) => onChange({ sort: (event.currentTarget.value || undefined) as BlogSearch["sort"] })}
        />
        <Checkbox
          label="Popular"
          checked={popular}
          onChange={(event) => onChange({ sort: event.currentTarget.checked ? "popular" : undefined })}
        />
      </Group>
    </div>
  );
}
