import { Prose } from "./Prose";
import css from "./Prose.module.css";

export function ReputationPage() {
  return (
    <Prose
      title="Reputation"
      lede="A number that says how much the community got out of what you shared. Everyone starts at 0."
    >
      <h2>How to earn it</h2>
      <dl className={css.points}>
        <div>
          <dt>+5</dt>
          <dd>Somebody upvotes your content.</dd>
        </div>
        <div>
          <dt>−2</dt>
          <dd>Somebody downvotes your content.</dd>
        </div>
        <div>
          <dt>−5</dt>
          <dd>An upvote is removed: the 5 are taken back.</dd>
        </div>
        <div>
          <dt>+2</dt>
          <dd>A downvote is removed: the 2 are restored.</dd>
        </div>
      </dl>
      <p>Switching a vote applies both changes. Updates are real time.</p>
      <h2>What earns it</h2>
      <ul>
        <li>
          <b>Projects</b> you share.
        </li>
        <li>
          <b>Forum threads and posts</b> you write.
        </li>
        <li>
          <b>Blog articles</b> you publish.
        </li>
        <li>
          <b>Future features</b> that can be voted on.
        </li>
      </ul>
      <h2>Fair play</h2>
      <ul>
        <li>Own content cannot be voted on.</li>
        <li>One person has one vote on one thing, and may change or remove it at any time.</li>
        <li>Trading votes and voting with several accounts is against the guidelines.</li>
      </ul>
    </Prose>
  );
}
