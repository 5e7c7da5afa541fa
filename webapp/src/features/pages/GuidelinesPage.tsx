import { Link } from "@tanstack/react-router";
import { paths } from "../../lib/paths";
import { Article, Section } from "./Article";
import css from "./Article.module.css";
import { ContactLine } from "./ContactLine";

export function GuidelinesPage() {
  return (
    <Article title="Guidelines" lede="A few rules keep this place worth coming back to.">
      <Section title="Be respectful">
        <p>Behind every project is somebody who stayed up for it.</p>
        <Pair
          please={["Speak of the work, not of the person", "Say what would make it better"]}
          never={["Insult, harass or threaten anybody", "Publish what others told you in private"]}
        />
      </Section>
      <Section title="Share quality content">
        <p>Show what you made, say what it does and what it was built with.</p>
        <Pair
          please={["Use pictures of the real thing", "Keep the stage up to date"]}
          never={["Post the same project twice", "Show the work of others as your own"]}
        />
      </Section>
      <Section title="Stay on topic">
        <p>Projects, threads and stories here are about things built with AI-assisted tools.</p>
        <Pair
          please={["Tell how you built it, dead ends included", "Ask in the channel that fits"]}
          never={["Advertise what has nothing to do with it", "Drop links without a word about them"]}
        />
      </Section>
      <Section title="Report violating content">
        <p>
          Spam, harassment, stolen work and dangerous links have no place here. Tell us when you see any; content that
          breaks these rules is removed, and so are accounts that keep posting it.
        </p>
        <ContactLine />
      </Section>
      <Section title="Vote fairly">
        <p>
          Vote for what you tried. One person has one vote on one thing, and nobody votes on their own.{" "}
          <Link className="link" to={paths.reputation}>
            How reputation works
          </Link>
        </p>
      </Section>
    </Article>
  );
}

function Pair({ please, never }: { please: string[]; never: string[] }) {
  return (
    <div className={css.two}>
      <Column title="Please" lines={please} />
      <Column title="Please don't" lines={never} />
    </div>
  );
}

function Column({ title, lines }: { title: string; lines: string[] }) {
  return (
    <div>
      <h3>{title}</h3>
      <ul className={css.list}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
