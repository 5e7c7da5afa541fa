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
          {productName} stores only what's needed to show your work and keep you logged in. You keep ownership of your
          content, and you may delete your account and data.
        </p>
      </Section>
      <Section title="What we store">
        <ul className={css.list}>
          <li>
            <b>Your account</b>
            Your username, your email address and a hash of your password, never the password itself.
          </li>
          <li>
            <b>What you publish</b>
            Your profile, projects, images, votes and posts. We strip location and camera data from your images.
          </li>
          <li>
            <b>Technical data</b>
            Login sessions and request logs, kept for security and debugging.
          </li>
        </ul>
      </Section>
      <Section title="What others see">
        <p>
          Your profile, published projects and posts are public. Only you and admins can see your drafts. Only you can
          see your votes and your email.
        </p>
      </Section>
      <Section title="Cookies and storage">
        <p>
          One cookie holds your session while you are logged in. Your browser stores the theme you chose. We don't show
          ads, track you across sites or sell data.
        </p>
        <p>
          Unsaved project forms stay in this browser for 30 days, even after you log out, and only your account can
          restore them. On a shared device, save or discard before you leave.
        </p>
      </Section>
      <Section title="Third parties">
        <p>
          Pages, fonts and icons come from this server. If donations are on, your browser sends card data straight to
          the payment provider, never through this server. Embedded videos load only when you press play. Linked sites
          have their own policies.
        </p>
      </Section>
      <Section title="Your rights">
        <p>
          You can view, correct, export or delete your data at any time. Edit your profile and projects yourself; use{" "}
          <Link className="link" to={paths.settings}>
            Settings
          </Link>{" "}
          to export everything or delete your account. You choose whether your projects are deleted too or stay online
          without your name.
        </p>
        <ContactLine />
      </Section>
    </Article>
  );
}
