import { Skeleton } from "@mantine/core";
import { Loading } from "../../components/States";

export const FollowingSkeleton = () => (
  <Loading>
    {[1, 2, 3].map((n) => (
      <Skeleton key={n} height={130} mt="md" />
    ))}
  </Loading>
);
