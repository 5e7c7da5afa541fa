import { ButtonLink } from "../../components/Button";
import { paths } from "../../lib/paths";
import { productName } from "../../lib/product";
import { Article, Section } from "./Article";
import css from "./Article.module.css";

export function AboutPage() {
  return (
    <Article
      title="Our Story"
      lede={`${productName} is a space to share, discuss and grow projects built with AI-assisted tools.`}
    >
      <Section title="Our Mission">
        <p className={css.big}>
          A project that nobody sees stays small. Here makers put theirs in front of people who build the same way.
        </p>
        <p>
          They hear what works and what does not, and find the users, the collaborators and the advice that the next
          step needs. Members are called vibers, after the way they build: say what you want, look at what came out, say
          it better.
        </p>
      </Section>
      <Section title="Our Values">
        <ul className={css.list}>
          <li>
            <b>Community first</b>
            The people who make things and the people who try them decide what rises.
          </li>
          <li>
            <b>Open sharing</b>
            Everything is readable without an account, and every project says what it was built with.
          </li>
          <li>
            <b>Supportive growth</b>
            An idea on a napkin is as welcome as a launch. Say which stage you are at, and what you are looking for.
          </li>
          <li>
            <b>Quality content</b>
            One honest project is worth more than ten placeholders.
          </li>
        </ul>
      </Section>
      <Section title="Free forever">
        <p>
          There are no paywalls and no premium tiers. Whoever wants to can help to pay for the servers; it buys nothing
          but thanks.
        </p>
      </Section>
      <Section title="Join in">
        <p>Look around first. An account takes a minute when you want to vote, write or show your own.</p>
        <div className="btnrow">
          <ButtonLink to={paths.submit} variant="solid">
            Submit Project
          </ButtonLink>
          <ButtonLink to={paths.explore}>Explore</ButtonLink>
          <ButtonLink to={paths.guidelines}>Read the Guidelines</ButtonLink>
        </div>
      </Section>
    </Article>
  );
}
