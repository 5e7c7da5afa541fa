import { Skeleton } from "@mantine/core";
import { CollectionList } from "../../components/collection/CollectionList";
import { MembersOnly } from "../../components/MembersOnly";
import { PageHead } from "../../components/PageHead";
import { Loading } from "../../components/States";

/** The user's own collections. */
export function CollectionsPage() {
  return (
    <div className="wrap page">
      <PageHead title="Collections">Your own lists of projects. The public ones are on your profile.</PageHead>
      <MembersOnly
        pending={
          <Loading>
            <Skeleton height={64} />
          </Loading>
        }
        title="Log in to see your collections"
      >
        {(user) => <CollectionList userId={user.id} own />}
      </MembersOnly>
    </div>
  );
}
