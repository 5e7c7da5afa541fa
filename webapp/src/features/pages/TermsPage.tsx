import { Link } from "@tanstack/react-router";
import { paths } from "../../lib/paths";
import { productName } from "../../lib/product";
import { Article, LastUpdated, Section } from "./Article";
import css from "./Article.module.css";
import { ContactLine } from "./ContactLine";

export function TermsPage() {
  return (
    <Article title="Terms" lede={<LastUpdated />}>
      <Section title="In short">
        <p className={css.big}>
          Using {productName} is free. What you publish stays yours. Be fair to the others here, and look after your own
          account.
        </p>
      </Section>
      <Section title="Your account">
        <p>
          Reading needs no account. With one, you are responsible for what is done in its name: keep the password to
          yourself, and tell us when somebody else has it. One person, one account for voting.
        </p>
      </Section>
      <Section title="Your content">
        <p>
          You keep ownership of your content. By publishing it here you allow it to be stored, resized and shown on this
          site, in its feeds and in previews of links to it, for as long as it stands here. Publish only what you have
          the right to.
        </p>
        <p>You may take content down at any time, and you may delete your account and data.</p>
      </Section>
      <Section title="Fair use">
        <p>
          Follow the{" "}
          <Link className="link" to={paths.guidelines}>
            guidelines
          </Link>
          . Do not manipulate votes, collect personal data, spread harmful software, or load the site so that it fails
          others. What breaks these rules may be removed, and accounts may be closed for it.
        </p>
      </Section>
      <Section title="Donations">
        <p>
          Donations are voluntary. They support the running of the site and buy no features, no position and no
          influence.
        </p>
      </Section>
      <Section title="No warranty">
        <p>
          The site is provided as it is, and may change or be away for a while. Projects shown here belong to their
          makers, who answer for them: try them with your own judgement.
        </p>
      </Section>
      <Section title="Changes and questions">
        <p>When these terms change, the date above changes with them.</p>
        <ContactLine />
      </Section>
    </Article>
  );
}
