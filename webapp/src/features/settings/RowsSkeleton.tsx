import { Group, Skeleton, Stack } from "@mantine/core";
import { Loading } from "../../components/States";

/** The placeholder for a list of rows. */
export function RowsSkeleton() {
  return (
    <Loading className="ruled">
      {[1, 2].map((n) => (
        <Group key={n} gap="md" wrap="nowrap" aria-hidden="true">
          <Skeleton width={18} height={18} />
          <Stack gap={10} flex={1}>
            <Skeleton width="min(160px, 70%)" height={14} />
            <Skeleton width="min(240px, 90%)" height={12} />
          </Stack>
        </Group>
      ))}
    </Loading>
  );
}
