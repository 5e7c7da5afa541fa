import { Link } from "@tanstack/react-router";
import { paths } from "../../lib/paths";
import { Prose } from "./Prose";

export function GuidelinesPage() {
  return (
    <Prose title="Guidelines" lede="Four rules keep this place worth coming back to.">
      <h2>Be respectful</h2>
      <p>Speak of the work, not of the person. Say what would make it better, and take the same from others.</p>
      <h2>Share quality content</h2>
      <p>
        Show what you made, say what it does and what it was built with. Use pictures of the real thing, and keep its
        stage up to date.
      </p>
      <h2>Stay on topic</h2>
      <p>
        Projects, threads and stories here are about things built with AI-assisted tools. Everything else has a better
        home.
      </p>
      <h2>Report violating content</h2>
      <p>
        Spam, harassment, stolen work and dangerous links have no place here.{" "}
        <Link className="link" to={paths.contact}>
          Tell us
        </Link>{" "}
        when you see any.
      </p>
      <h2>Vote fairly</h2>
      <p>
        Vote for what you tried and liked. Nobody can vote on their own content.{" "}
        <Link className="link" to={paths.reputation}>
          How reputation works
        </Link>
        .
      </p>
    </Prose>
  );
}
