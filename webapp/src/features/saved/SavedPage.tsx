import { useInfiniteQuery, useMutation, useQuery } from "@connectrpc/connect-query";
import { Autocomplete, Group, Select, SimpleGrid, Skeleton, Text, Title } from "@mantine/core";
import { IconBook, IconMessage, IconMessages, IconNews, type TablerIcon } from "@tabler/icons-react";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { ButtonLink } from "../../components/ButtonLink";
import { LoadMore } from "../../components/LoadMore";
import { MembersOnly } from "../../components/MembersOnly";
import { PageHead } from "../../components/PageHead";
import { ProjectCover } from "../../components/ProjectImage";
import { AuthorLink } from "../../components/project/AuthorLink";
import { RelativeTime } from "../../components/RelativeTime";
import { SearchField } from "../../components/SearchField";
import { EmptyState, ErrorState, Loading } from "../../components/States";
import { SaveButton } from "../../components/saved/SaveButton";
import { type SavedItem, SavedType } from "../../gen/uvboard/v1/saved_pb";
import { SavedService } from "../../gen/uvboard/v1/saved_service_pb";
import { paths } from "../../lib/page/paths";
import { failureMessage } from "../../lib/server/failure";
import { paging, useInvalidate } from "../../lib/server/query";
import { toastError } from "../../lib/ui/toast";
import css from "./Saved.module.css";

const route = getRouteApi("/saved");

type Kind = { value: string; label: string; type: SavedType; one: string; Icon?: TablerIcon };

const kinds: Kind[] = [
  { value: "project", label: "Projects", type: SavedType.PROJECT, one: "Project" },
  { value: "forum_thread", label: "Threads", type: SavedType.FORUM_THREAD, one: "Thread", Icon: IconMessages },
  { value: "forum_post", label: "Replies", type: SavedType.FORUM_POST, one: "Reply", Icon: IconMessage },
  { value: "blog_post", label: "Stories", type: SavedType.BLOG_POST, one: "Story", Icon: IconBook },
  { value: "news", label: "News", type: SavedType.NEWS, one: "Article", Icon: IconNews },
];
const kindOf = (item: SavedItem): Kind | undefined => kinds.find(({ type }) => type === item.type);

/** What the user has saved, with a search and the user's own labels. */
export function SavedPage() {
  return (
    <div className="wrap page">
      <PageHead title="Saved">Only you can see this list.</PageHead>
      <MembersOnly pending={<Rows />} title="Log in to see what you saved">
        {() => <Saved />}
      </MembersOnly>
    </div>
  );
}

const Rows = () => (
  <Loading>
    {[1, 2, 3].map((n) => (
      <Skeleton key={n} height={72} mt="md" />
    ))}
  </Loading>
);

function Saved() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const type = kinds.find(({ value }) => value === search.type);
  const input = {
    type: type?.type ?? SavedType.UNSPECIFIED,
    label: search.label ?? "",
    query: search.q ?? "",
    pageSize: 20,
    pageToken: "",
  };
  const query = useInfiniteQuery(SavedService.method.listSaved, input, paging);
  const labels = useQuery(SavedService.method.listSavedLabels).data?.labels ?? [];
  const items = query.data?.pages.flatMap((page) => page.items);
  const change = (next: typeof search) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace: true, resetScroll: false });
  const filtered = Boolean(search.q || search.label || type);
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm" maw={720} mb="md">
        <SearchField
          q={search.q}
          onSearch={(q) => change({ q })}
          aria-label="Search what you saved"
          placeholder="Search titles and labels"
        />
        <Select
          aria-label="Type"
          placeholder="All types"
          data={kinds.map(({ value, label }) => ({ value, label }))}
          value={type?.value ?? null}
          onChange={(value) => change({ type: value ?? undefined })}
          clearable
        />
        {labels.length > 0 && (
          <Select
            aria-label="Label"
            placeholder="All labels"
            data={labels}
            value={search.label ?? null}
            onChange={(value) => change({ label: value ?? undefined })}
            clearable
          />
        )}
      </SimpleGrid>
      {query.isPending && <Rows />}
      {query.error && !items ? (
        <ErrorState
          level={2}
          title="Couldn't load what you saved"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      ) : null}
      {items?.length === 0 &&
        (filtered ? (
          <EmptyState level={2} title="Nothing saved matches" text="Try different words, or another type or label." />
        ) : (
          <EmptyState
            level={2}
            title="Nothing saved yet"
            text="Save projects, threads, stories and articles to find them here. On their pages, the key S does it too."
            action={<ButtonLink to={paths.explore}>Explore Projects</ButtonLink>}
          />
        ))}
      {items && items.length > 0 && (
        <ul className={css.list}>
          {items.map((item) => (
            <Row key={item.id} item={item} labels={labels} />
          ))}
        </ul>
      )}
      <LoadMore query={query} what="Items" />
    </>
  );
}

function Row({ item, labels }: { item: SavedItem; labels: string[] }) {
  const name = item.isAvailable ? item.title : "an item that is no longer available";
  return (
    <li className={css.row}>
      <Picture item={item} />
      <div className={css.text}>
        <Title order={2} size="h4">
          <Name item={item} />
        </Title>
        {item.excerpt && (
          <Text size="md" c="dimmed" mt={2} className="clamp2">
            {item.excerpt}
          </Text>
        )}
        <Group gap="sm" mt={4} fz="sm" c="dimmed">
          <span>{kindOf(item)?.one}</span>
          {item.author && <AuthorLink author={item.author} via={item.via} />}
          <span>
            Saved <RelativeTime at={item.createdAt} />
          </span>
        </Group>
      </div>
      <Label item={item} name={name} labels={labels} />
      <SaveButton type={item.type} id={item.id} item={item} name={name} />
    </li>
  );
}

/** The picture of an item, the plate of a project without one, or the icon of another kind. */
function Picture({ item }: { item: SavedItem }) {
  const Icon = kindOf(item)?.Icon;
  return (
    <div className={css.picture} aria-hidden="true">
      {item.image || !Icon ? (
        <ProjectCover project={{ title: item.title, coverImage: item.image }} sizes="96px" />
      ) : (
        <Icon size={24} />
      )}
    </div>
  );
}

function Label({ item, name, labels }: { item: SavedItem; name: string; labels: string[] }) {
  const invalidate = useInvalidate();
  const save = useMutation(SavedService.method.saveItem, {
    onSuccess: () => invalidate(SavedService),
    onError: (error: unknown) => toastError("Error", failureMessage(error, "Couldn't save the label.")),
  });
  const [label, setLabel] = useState(item.label);
  const store = () => {
    if (label.trim() !== item.label) save.mutate({ type: item.type, id: item.id, label: label.trim() });
  };
  return (
    <Autocomplete
      className={css.label}
      size="sm"
      aria-label={`Label of ${name}`}
      placeholder="Add a label"
      data={labels}
      maxLength={40}
      value={label}
      onChange={setLabel}
      onBlur={store}
      onKeyDown={(event) => event.key === "Enter" && store()}
    />
  );
}

function Name({ item }: { item: SavedItem }) {
  if (!item.isAvailable) {
    return (
      <Text span inherit c="dimmed">
        No longer available
      </Text>
    );
  }
  if (item.type === SavedType.NEWS) {
    return (
      <a href={item.url} target="_blank" rel="nofollow noopener noreferrer">
        {item.title}
      </a>
    );
  }
  return <Link to={item.url}>{item.title}</Link>;
}
