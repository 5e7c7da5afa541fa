import { Skeleton } from "@mantine/core";
import { Loading } from "../../components/States";

/** The placeholder for a list of rows. */
export function RowsSkeleton() {
  return (
    <Loading>
      {[1, 2].map((row) => (
        <Skeleton key={row} height={40} my="md" />
      ))}
    </Loading>
  );
}
