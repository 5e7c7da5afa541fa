import { Link } from "@tanstack/react-router";
import { paths } from "../../lib/paths";
import { longDate } from "../../lib/time";
import { Prose } from "./Prose";

export function TermsPage() {
  return (
    <Prose title="Terms" lede={`Last updated: ${longDate(new Date())}`}>
      <h2>Your account</h2>
      <p>Keep your password to yourself. You are responsible for what is done with your account.</p>
      <h2>Your content</h2>
      <p>
        You keep ownership of your content. By publishing it here you allow it to be shown here. Publish only what you
        have the right to. You may delete your account and data.
      </p>
      <h2>Fair use</h2>
      <p>
        Follow the{" "}
        <Link className="link" to={paths.guidelines}>
          guidelines
        </Link>
        . Do not break the site, scrape people's data or manipulate votes. Content that violates them may be removed.
      </p>
      <h2>No warranty</h2>
      <p>
        The site is provided as it is. Projects shown here belong to their makers; try them with your own judgement.
      </p>
    </Prose>
  );
}
