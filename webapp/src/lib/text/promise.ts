import type { AnswerStats } from "../../gen/uvboard/v1/feedback_pb";
import { count, plural } from "./text";

/** A wait in hours with one decimal, as "40 minutes", "5.5 hours" or "4 days". */
function wait(hours: number): string {
  if (hours < 1) return plural(Math.max(1, Math.round(hours * 60)), "minute");
  if (hours >= 72) return `${Math.round(hours / 24)} days`;
  return hours === 1 ? "an hour" : `${hours} hours`;
}

/** How the board keeps its promise of an answer, in a sentence or three, whether good or bad. */
export function promiseInNumbers({ days, shown, answeredWithin48h, medianHours, unanswered }: AnswerStats): string {
  if (shown === 0) return `No project was first shown in the last ${days} days.`;
  const answered = answeredWithin48h === 0 ? "none" : count(answeredWithin48h);
  const sentences = [
    `Of ${plural(shown, "project")} shown in the last ${days} days, ${answered} got an answer within 48 hours.`,
  ];
  if (medianHours !== undefined) sentences.push(`Half of the first answers came within ${wait(medianHours)}.`);
  if (unanswered > 0)
    sentences.push(`${count(unanswered)} still ${unanswered === 1 ? "has" : "have"} none after 48 hours.`);
  return sentences.join(" ");
}
