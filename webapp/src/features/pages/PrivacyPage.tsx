import { Link } from "@tanstack/react-router";
import { paths } from "../../lib/paths";
import { longDate } from "../../lib/time";
import { Prose } from "./Prose";

export function PrivacyPage() {
  return (
    <Prose title="Privacy" lede={`Last updated: ${longDate(new Date())}`}>
      <h2>What is kept</h2>
      <p>
        Your username, your e-mail address, a hash of your password, and what you publish: projects, pictures, votes and
        your profile. Your e-mail address is never shown in public.
      </p>
      <h2>What it is used for</h2>
      <p>To run this site: to log you in, to show what you publish, and to count votes once.</p>
      <h2>Cookies and storage</h2>
      <p>
        One cookie holds your session. Your browser remembers the theme you chose. Nothing is loaded from third parties,
        and nothing is sold or shared for advertising.
      </p>
      <h2>Your content stays yours</h2>
      <p>
        You keep ownership of your content, and you may delete your account and data.{" "}
        <Link className="link" to={paths.contact}>
          Contact us
        </Link>{" "}
        with any question.
      </p>
    </Prose>
  );
}
