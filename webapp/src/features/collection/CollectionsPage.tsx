import { Skeleton } from "@mantine/core";
import { ButtonLink } from "../../components/ButtonLink";
import { CollectionList } from "../../components/collection/CollectionList";
import { PageHead } from "../../components/PageHead";
import { EmptyState, ErrorState, Loading } from "../../components/States";
import { paths } from "../../lib/paths";
import { saveReturnTo } from "../../lib/returnTo";
import { useSession } from "../../lib/session";

/** The user's own collections. */
export function CollectionsPage() {
  const { status, user, error, refetch } = useSession();
  return (
    <div className="wrap page">
      <PageHead title="Collections">Your own lists of projects. The public ones are on your profile.</PageHead>
      {status === "pending" && (
        <Loading>
          <Skeleton height={64} />
        </Loading>
      )}
      {error && <ErrorState level={2} title="Couldn't load your account" error={error} onRetry={refetch} />}
      {status === "guest" && (
        <EmptyState
          level={2}
          title="Log in to see your collections"
          action={
            <ButtonLink to={paths.login} variant="filled" onClick={() => saveReturnTo()}>
              Log in
            </ButtonLink>
          }
        />
      )}
      {user && <CollectionList userId={user.id} own />}
    </div>
  );
}
