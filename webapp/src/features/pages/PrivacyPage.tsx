import { Link } from "@tanstack/react-router";
import { paths } from "../../lib/paths";
import { productName } from "../../lib/product";
import { Article, LastUpdated, Section } from "./Article";
import css from "./Article.module.css";
import { ContactLine } from "./ContactLine";

export function PrivacyPage() {
  return (
    <Article title="Privacy" lede={<LastUpdated />}>
      <Section title="In short">
        <p className={css.big}>
          {productName} keeps what it needs to show your work and to know you again, and nothing else. You keep
          ownership of your content, and you may delete your account and data.
        </p>
      </Section>
      <Section title="What is kept">
        <ul className={css.list}>
          <li>
            <b>Your account</b>
            Your username, your e-mail address, and a hash of your password from which nobody can read it back.
          </li>
          <li>
            <b>What you publish</b>
            Your profile, projects, pictures and votes, and what you write. Pictures are stored without the place and
            camera data they came with.
          </li>
          <li>
            <b>What keeps the site running</b>
            Sessions, and technical logs of requests, kept for safety and for finding faults.
          </li>
        </ul>
      </Section>
      <Section title="What others see">
        <p>
          Your profile, your published projects and what you write are public. Drafts are seen by you and by the admins
          of this site. Which way you voted and your e-mail address are shown to nobody but you.
        </p>
      </Section>
      <Section title="Cookies and storage">
        <p>
          One cookie holds your session while you are logged in. Your browser remembers the theme you chose. There is no
          advertising, no tracking across sites, and nothing is sold.
        </p>
        <p>
          What you have entered about a project and not saved yet is kept in your browser for 30 days, also when you log
          out, and comes back to your account alone. On a device of others, save it or discard it before you leave.
        </p>
      </Section>
      <Section title="Others involved">
        <p>
          Pages, fonts and icons come from this server alone. Where donations are set up, card data goes from your
          browser straight to the payment provider and never through this server. Films from other sites load only when
          you press play. Links lead to sites with rules of their own.
        </p>
      </Section>
      <Section title="Your rights">
        <p>
          You may see, correct and take along what is kept about you, and have your account and your data deleted.
          Profile and projects you change and delete yourself, at any time. Your{" "}
          <Link className="link" to={paths.settings}>
            settings
          </Link>{" "}
          give you everything as one file, and delete your account: what you made is erased with it or stays without
          your name, as you choose.
        </p>
        <ContactLine />
      </Section>
    </Article>
  );
}
