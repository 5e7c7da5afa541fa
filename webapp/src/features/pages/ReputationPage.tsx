import { Link } from "@tanstack/react-router";
import type { CSSProperties } from "react";
import { paths } from "../../lib/paths";
import { Article, Section } from "./Article";
import css from "./Article.module.css";
import { perDownvote, perUpvote, signed } from "./reputation";
import { TryVote } from "./TryVote";

const rules = [
  { value: perUpvote, what: "An upvote", text: "Somebody upvotes something you made." },
  { value: perDownvote, what: "A downvote", text: "Somebody downvotes it." },
  { value: -perUpvote, what: "An upvote removed", text: "Removing an upvote takes the 5 back." },
  { value: -perDownvote, what: "A downvote removed", text: "Removing a downvote restores the 2." },
];

export function ReputationPage() {
  return (
    <Article
      title="Reputation"
      lede="A number that says how much the community got out of what you shared. Everyone starts at 0."
    >
      <Section title="How to earn it">
        <ul className={css.points}>
          {rules.map((rule) => (
            <li
              key={rule.what}
              className={rule.value < 0 ? css.taken : undefined}
              style={{ "--m": (Math.abs(rule.value) / perUpvote) * 100 } as CSSProperties}
            >
              <span className={css.value}>{signed(rule.value)}</span>
              <span>
                <b>{rule.what}</b>
                <br />
                {rule.text}
              </span>
            </li>
          ))}
        </ul>
        <p>Switching a vote applies both changes. Updates are real time: the number moves with the vote.</p>
      </Section>
      <Section title="Try it">
        <TryVote />
      </Section>
      <Section title="What earns it">
        <ul className={css.list}>
          <li>
            <b>Projects</b>
            Everything you publish on the board.
          </li>
          <li>
            <b>Forum threads and posts</b>
            What you ask and what you answer.
          </li>
          <li>
            <b>Blog articles</b>
            Stories that others find worth reading.
          </li>
          <li>
            <b>Future features</b>
            Whatever can be voted on later counts by the same rules.
          </li>
        </ul>
      </Section>
      <Section title="Fair play">
        <ul className={css.list}>
          <li>Own content cannot be voted on.</li>
          <li>One person has one vote on one thing, and may switch or remove it at any time.</li>
          <li>
            Trading votes, buying them and voting with several accounts is against the{" "}
            <Link to={paths.guidelines} className="link">
              guidelines
            </Link>
            .
          </li>
        </ul>
      </Section>
    </Article>
  );
}
