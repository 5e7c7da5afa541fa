import { Link } from "@tanstack/react-router";
import { paths } from "../../lib/paths";
import { Article, Section } from "./Article";
import css from "./Article.module.css";
import { ContactLine } from "./ContactLine";

export function GuidelinesPage() {
  return (
    <Article title="Guidelines" lede="A few rules keep this place worth coming back to.">
      <Section title="Be respectful">
        <p>Somebody worked hard on every project here.</p>
        <Pair
          please={["Critique the work, not the person", "Say what would make it better"]}
          never={["Insult, harass or threaten anyone", "Share private conversations"]}
        />
      </Section>
      <Section title="Share quality content">
        <p>Show what you made, what it does and what you built it with.</p>
        <Pair
          please={["Use real screenshots", "Keep the stage up to date"]}
          never={["Post the same project twice", "Pass off others' work as yours"]}
        />
      </Section>
      <Section title="Stay on topic">
        <p>Projects, threads and stories here are about things built with AI-assisted tools.</p>
        <Pair
          please={["Explain how you built it, dead ends included", "Post in the right channel"]}
          never={["Advertise unrelated things", "Drop links without context"]}
        />
      </Section>
      <Section title="Report a problem">
        <p>
          Spam, harassment, stolen work and dangerous links aren't allowed. If you see any, report violating content to
          us. We remove it, and we close accounts that keep posting it.
        </p>
        <ContactLine />
      </Section>
      <Section title="Vote fairly">
        <p>
          Vote for projects you've tried. You have one vote per item, and you can't vote on your own work.{" "}
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
