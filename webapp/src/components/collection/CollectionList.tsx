import { useInfiniteQuery } from "@connectrpc/connect-query";
import { Badge, Button, Group, Skeleton, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { CollectionService } from "../../gen/uvboard/v1/collection_service_pb";
import { useLazyComponent } from "../../lib/page/useLazyComponent";
import { paging } from "../../lib/server/query";
import { plural } from "../../lib/text/text";
import { useDialog } from "../../lib/ui/useDialog";
import { LoadMore } from "../LoadMore";
import { RelativeTime } from "../RelativeTime";
import { EmptyState, ErrorState, Loading } from "../States";
import css from "./CollectionList.module.css";
import { Mosaic } from "./Mosaic";

const loadDialog = () => import("./CollectionDialog").then((file) => file.CollectionDialog);

/** The collections of a user, newest first. The owner has the private ones too, and makes new ones. */
export function CollectionList({ userId, own }: { userId: string; own: boolean }) {
  const query = useInfiniteQuery(
    CollectionService.method.listCollections,
    { userId, pageSize: 20, pageToken: "" },
    paging,
  );
  const collections = query.data?.pages.flatMap((page) => page.collections);
  const making = useDialog();
  const CollectionDialog = useLazyComponent(loadDialog, making.opened, making.close);
  const add = own && (
    <Button size="sm" onClick={making.open}>
      <IconPlus size={16} />
      New Collection
    </Button>
  );
  return (
    <>
      {query.isPending && (
        <Loading>
          <div className={css.list}>
            {[1, 2, 3].map((n) => (
              <Skeleton key={n} height={160} />
            ))}
          </div>
        </Loading>
      )}
      {query.error && !collections ? (
        <ErrorState level={2} title="Couldn't load the collections" error={query.error} onRetry={query.refetch} />
      ) : null}
      {collections?.length === 0 && (
        <EmptyState
          level={2}
          title={own ? "You have no collections yet" : "No collections yet"}
          text={own && "A collection is your own list of projects, with a sentence on each."}
          action={add}
        />
      )}
      {collections && collections.length > 0 && (
        <>
          {add && <Group mb="md">{add}</Group>}
          <ul className={css.list}>
            {collections.map(({ id, title, description, isPublic, isHidden, projectCount, updatedAt, pictures }) => (
              <li key={id}>
                <Mosaic title={title} pictures={pictures} />
                <div>
                  <Group gap={8}>
                    <Link to="/collections/$id" params={{ id }}>
                      {title}
                    </Link>
                    {!isPublic && <Badge component="span">Private</Badge>}
                    {isHidden && <Badge component="span">Hidden</Badge>}
                  </Group>
                  {description && (
                    <Text size="sm" c="dimmed" lineClamp={2}>
                      {description}
                    </Text>
                  )}
                  <Text className="faint xs" mt={4}>
                    {plural(projectCount, "project")} · changed <RelativeTime at={updatedAt} />
                  </Text>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
      <LoadMore query={query} what="Collections" mt={40} />
      {CollectionDialog && <CollectionDialog key={making.key} opened={making.opened} onClose={making.close} />}
    </>
  );
}
