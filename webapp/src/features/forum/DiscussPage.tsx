import { ButtonLink } from "../../components/Button";
import { PageHead } from "../../components/PageHead";
import { EmptyState } from "../../components/States";
import { paths } from "../../lib/paths";
import { productName } from "../../lib/product";
import { useSession } from "../../lib/session";

export function DiscussPage() {
  const { user, isPending } = useSession();
  return (
    <div className="wrap page">
      <PageHead title="Discuss" slug="FORUM" />
      <EmptyState
        level={2}
        title={`Welcome to ${productName}`}
        action={!user && !isPending && <ButtonLink to={paths.login}>Login to Participate</ButtonLink>}
      />
    </div>
  );
}
