import { ButtonLink } from "../../components/ButtonLink";
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
          Good projects stay small when nobody sees them. Here, makers show theirs to people who build the same way.
        </p>
        <p>
          Find out what works, and meet your first users, collaborators and advisers. Members are called vibers, after
          the way they build: describe it, see what comes out, describe it better.
        </p>
      </Section>
      <Section title="Our Values">
        <ul className={css.list}>
          <li>
            <b>Community first</b>
            The people who make projects and the people who try them decide what rises.
          </li>
          <li>
            <b>Open sharing</b>
            You can read everything without an account, and every project lists what it was built with.
          </li>
          <li>
            <b>Supportive growth</b>
            An idea on a napkin is as welcome as a launch. Say which stage you're at and what you're looking for.
          </li>
          <li>
            <b>Quality content</b>
            One honest project is worth more than ten placeholders.
          </li>
        </ul>
      </Section>
      <Section title="Free forever">
        <p>
          There are no paywalls and no premium tiers. If you'd like to, help pay for the servers. All it buys is our
          thanks.
        </p>
      </Section>
      <Section title="Join in">
        <p>Look around first. When you want to vote, write or share a project, signing up takes a minute.</p>
        <div className="btnrow">
          <ButtonLink to={paths.submit} variant="filled">
            Submit Project
          </ButtonLink>
          <ButtonLink to={paths.explore}>Explore</ButtonLink>
          <ButtonLink to={paths.guidelines}>Read the Guidelines</ButtonLink>
        </div>
      </Section>
    </Article>
  );
}
