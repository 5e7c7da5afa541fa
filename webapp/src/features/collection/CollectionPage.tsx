import { useQuery } from "@connectrpc/connect-query";
import { Badge, Group, Skeleton, Text, Title } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { ButtonLink } from "../../components/ButtonLink";
import { HiddenNotice } from "../../components/HiddenNotice";
import { AuthorLink } from "../../components/project/AuthorLink";
import { ReportButton } from "../../components/report/ReportButton";
import { EmptyState, ErrorState, Loading } from "../../components/States";
import { useLoginRequired } from "../../components/useLoginRequired";
import type { Collection } from "../../gen/uvboard/v1/collection_pb";
import { CollectionService } from "../../gen/uvboard/v1/collection_service_pb";
import { ReportTargetType } from "../../gen/uvboard/v1/moderation_pb";
import { lazyWithRetry } from "../../lib/page/lazyWithRetry";
import { paths } from "../../lib/page/paths";
import { useTitle } from "../../lib/page/useTitle";
import { readFailure } from "../../lib/server/failure";
import { useSession } from "../../lib/session/session";
import { plural } from "../../lib/text/text";
import css from "./Collection.module.css";
import { CollectionActions } from "./CollectionActions";
import { CollectionRow } from "./CollectionRow";

// Only the owner needs what drags.
const SortableItems = lazy(() =>
  lazyWithRetry(async () => ({ default: (await import("./SortableItems")).SortableItems })),
);

const route = getRouteApi("/collections/$id");

export function CollectionPage() {
  const { id } = route.useParams();
  const query = useQuery(CollectionService.method.getCollection, { id });
  const collection = query.data?.collection;
  const notFound = query.error ? readFailure(query.error).notFound : false;
  useTitle(collection?.title ?? (notFound ? "Collection Not Found" : undefined), true);
  return (
    <div className="wrap page">
      {collection && !notFound && <Content collection={collection} />}
      {query.isPending && (
        <Loading>
          <Skeleton height={48} maw={480} />
          {[1, 2, 3].map((n) => (
            <Skeleton key={n} height={64} mt="md" />
          ))}
        </Loading>
      )}
      {notFound && (
        <EmptyState
          level={1}
          title="Collection Not Found"
          text="This collection doesn't exist, or it's private."
          action={<ButtonLink to={paths.explore}>Explore Projects</ButtonLink>}
        />
      )}
      {query.error && !collection && !notFound ? (
        <ErrorState level={1} title="Couldn't load the collection" error={query.error} onRetry={query.refetch} />
      ) : null}
    </div>
  );
}

function Content({ collection }: { collection: Collection }) {
  const { user } = useSession();
  const login = useLoginRequired();
  const own = user !== undefined && user.id === collection.author?.id;
  const { items } = collection;
  return (
    <>
      {collection.isHidden && (
        <HiddenNotice what="collection" type={ReportTargetType.COLLECTION} id={collection.id} own={own} />
      )}
      <Group gap={12}>
        <Title className={css.title}>{collection.title}</Title>
        {!collection.isPublic && <Badge>Private</Badge>}
      </Group>
      {collection.description && (
        <Text c="dimmed" mt="sm" maw="60ch" className={css.words}>
          {collection.description}
        </Text>
      )}
      <Group gap="sm" mt="sm" fz="sm" c="dimmed">
        <AuthorLink author={collection.author} />
        <span>{plural(collection.projectCount, "project")}</span>
      </Group>
      <Group gap="sm" my="lg">
        {own ? (
          <CollectionActions collection={collection} />
        ) : (
          <ReportButton
            target={{ type: ReportTargetType.COLLECTION, id: collection.id, what: "collection" }}
            onGuest={() => login.ask("report a collection")}
            c="dimmed"
            ml={-12}
          />
        )}
      </Group>
      {items.length === 0 && (
        <EmptyState
          level={2}
          title="No projects yet"
          text={own && "Open a project and choose Add to Collection."}
          action={own && <ButtonLink to={paths.explore}>Explore Projects</ButtonLink>}
        />
      )}
      {items.length > 0 &&
        (own ? (
          <Suspense fallback={<Items collection={collection} own />}>
            <SortableItems collection={collection} />
          </Suspense>
        ) : (
          <Items collection={collection} />
        ))}
      {login.dialog}
    </>
  );
}

function Items({ collection: { id, items }, own = false }: { collection: Collection; own?: boolean }) {
  return (
    <ol className={css.list}>
      {items.map((item) => (
        <CollectionRow key={item.projectId} collectionId={id} item={item} own={own} />
      ))}
    </ol>
  );
}
