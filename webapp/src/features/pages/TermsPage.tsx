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
          {productName} is free to use. Your content stays yours. Be fair to others, and keep your account safe.
        </p>
      </Section>
      <Section title="Your account">
        <p>
          You don't need an account to browse. If you have one, you're responsible for its activity: keep your password
          private, and tell us if somebody else has it. Vote with one account only.
        </p>
      </Section>
      <Section title="Your content">
        <p>
          You keep ownership of your content. By publishing it here you allow it to be stored, resized and shown on this
          site, in its feeds and in previews of links to it, for as long as it's published. Only publish what you have
          the rights to.
        </p>
        <p>You may take content down at any time, and you may delete your account and data.</p>
      </Section>
      <Section title="Fair use">
        <p>
          Follow the{" "}
          <Link className="link" to={paths.guidelines}>
            guidelines
          </Link>
          . Don't manipulate votes, collect personal data, spread malware or overload the site. We may remove content
          and close accounts that break these rules.
        </p>
      </Section>
      <Section title="Donations">
        <p>Donations are voluntary. They help run the site and buy no features, position or influence.</p>
      </Section>
      <Section title="No warranty">
        <p>
          The site is provided as is, and may change or go offline. Makers are responsible for their own projects: use
          your judgment when you try them.
        </p>
      </Section>
      <Section title="Changes and questions">
        <p>When these terms change, the date above changes with them.</p>
        <ContactLine />
      </Section>
    </Article>
  );
}
