import { Link } from "@tanstack/react-router";
import { paths } from "../../lib/paths";
import { productName } from "../../lib/product";
import { Prose } from "./Prose";

export function AboutPage() {
  return (
    <Prose
      title="Our Story"
      lede={`${productName} is a space to share, discuss and grow projects built with AI-assisted tools.`}
    >
      <h2>Our Mission</h2>
      <p>
        A project that nobody sees stays small. Here makers put theirs in front of people who build the same way, hear
        what works and what does not, and find the users, collaborators and advice that the next step needs.
      </p>
      <h2>Our Values</h2>
      <ul>
        <li>
          <b>Community first.</b> The people who make and the people who try things out decide what rises.
        </li>
        <li>
          <b>Open sharing.</b> Everything is readable without an account, and every project says what it was built with.
        </li>
        <li>
          <b>Supportive growth.</b> From a concept to a launch, every stage is welcome.
        </li>
        <li>
          <b>Quality content.</b> One honest project is worth more than ten placeholders.
        </li>
      </ul>
      <h2>Join in</h2>
      <p>
        <Link className="link" to={paths.explore}>
          Explore projects
        </Link>
        , read the{" "}
        <Link className="link" to={paths.guidelines}>
          guidelines
        </Link>
        , or{" "}
        <Link className="link" to={paths.submit}>
          submit your own
        </Link>
        .
      </p>
    </Prose>
  );
}
