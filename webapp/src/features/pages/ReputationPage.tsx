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
    <Article title="Reputation" lede="A measure of how much the community values what you share. Everyone starts at 0.">
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
        <p>Switching a vote applies both changes. Your reputation updates instantly.</p>
      </Section>
      <Section title="Try it">
        <TryVote />
      </Section>
      <Section title="What earns it">
        <ul className={css.list}>
          <li>
            <b>Projects</b>
            Every project you publish.
          </li>
          <li>
            <b>Forum threads and posts</b>
            Your questions and your answers.
          </li>
          <li>
            <b>Blog articles</b>
            Stories that others find worth reading.
          </li>
          <li>
            <b>Future features</b>
            Anything votable we add later follows the same rules.
          </li>
        </ul>
      </Section>
      <Section title="Fair play">
        <ul className={css.list}>
          <li>You can't vote on your own work.</li>
          <li>One vote per person per item. Change or remove it any time.</li>
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
