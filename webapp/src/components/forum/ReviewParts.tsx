import { type Review, ReviewReach } from "../../gen/uvboard/v1/feedback_pb";
import css from "./ReviewParts.module.css";

/** How far a reviewer got, as a sentence of the reviewer. */
const reaches: Record<ReviewReach, string> = {
  [ReviewReach.UNSPECIFIED]: "",
  [ReviewReach.OPENED]: "I opened it and looked around.",
  [ReviewReach.USED]: "I used it.",
  [ReviewReach.COULD_NOT]: "I could not open or use it.",
};

/** A review of a project by its parts. Empty ones are left out. */
export function ReviewParts({ review }: { review: Review }) {
  const parts = [
    ["How far I got", reaches[review.reach]],
    ["First impression", review.firstImpression],
    ["What I tried", review.tried],
    ["What broke", review.broke],
    ["One suggestion", review.suggestion],
    ...review.answers.map(({ question, answer }) => [question, answer]),
  ].filter(([, text]) => text);
  return (
    <dl className={css.parts}>
      {parts.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
