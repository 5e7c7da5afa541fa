import { ButtonLink } from "../../components/ButtonLink";
import { paths } from "../../lib/paths";
import { productName } from "../../lib/product";
import { useSession } from "../../lib/session";
import css from "./Welcome.module.css";

/** Tells a guest what the site is. Members see only the page content; their heading is for screen readers. */
export function Welcome() {
  const { user, isPending } = useSession();
  if (user || isPending) return <h1 className="sr">{productName}</h1>;
  return (
    <section className={css.welcome} aria-labelledby="welcome">
      <div>
        <h1 id="welcome" className={css.title}>
          {productName} is where people show what they build with AI
        </h1>
        <p className={css.text}>
          Discover projects, vote for the ones you like, and share your own. Free, with no ads and no tracking.
        </p>
      </div>
      <div className={css.actions}>
        <ButtonLink to={paths.register} variant="filled">
          Sign Up
        </ButtonLink>
        <ButtonLink to={paths.explore}>Explore</ButtonLink>
      </div>
    </section>
  );
}
