import { useInfiniteQuery } from "@connectrpc/connect-query";
import { SegmentedControl, Skeleton, Text } from "@mantine/core";
import { LoadMore } from "../../../components/LoadMore";
import { EmptyState, ErrorState, Loading } from "../../../components/States";
import { RingState } from "../../../gen/uvboard/v1/ring_pb";
import { RingService } from "../../../gen/uvboard/v1/ring_service_pb";
import { paging } from "../../../lib/server/query";
import { stale } from "../../../lib/server/stale";
import css from "../Admin.module.css";
import { useAdminSearch } from "../useAdminSearch";
import { RingCase } from "./RingCase";

const views = [
  { value: "held", label: "Held" },
  { value: "released", label: "Released" },
];

/** The rings: accounts whose votes are held because they look as if one hand had cast them, and those released. */
export function RingsTab() {
  const { search, change } = useAdminSearch();
  const released = search.show === "released";
  return (
    <>
      <div className={css.bar}>
        <SegmentedControl
          aria-label="View"
          value={released ? "released" : "held"}
          data={views}
          onChange={(next) => change({ show: next === "held" ? undefined : next })}
        />
      </div>
      <Text c="dimmed" maw="80ch" mb="md">
        The votes of these accounts rank nothing, because they look as if one hand had cast them. The search can be
        wrong: look at who they are and what they say, and release them if they are people. They are told, and not held
        again for the same.
      </Text>
      <Rings key={search.show} state={released ? RingState.RELEASED : RingState.HELD} />
    </>
  );
}

function Rings({ state }: { state: RingState }) {
  const query = useInfiniteQuery(
    RingService.method.listRings,
    { state, pageSize: 20, pageToken: "" },
    { ...paging, staleTime: stale.now },
  );
  const rings = query.data?.pages.flatMap((page) => page.rings);
  if (!rings) {
    return query.error ? (
      <ErrorState level={2} title="Couldn't load the rings" error={query.error} onRetry={query.refetch} />
    ) : (
      <Loading>
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} height={160} my="md" />
        ))}
      </Loading>
    );
  }
  if (rings.length === 0) {
    return state === RingState.HELD ? (
      <EmptyState level={2} title="No votes are held" text="What the search finds appears here." />
    ) : (
      <EmptyState level={2} title="Nothing was released" text="Rings appear here once an admin has released them." />
    );
  }
  return (
    <>
      <ul className="ruled" aria-label="Rings">
        {rings.map((ring) => (
          <li key={ring.id}>
            <RingCase ring={ring} />
          </li>
        ))}
      </ul>
      <LoadMore query={query} what="Rings" mt="lg" />
    </>
  );
}
