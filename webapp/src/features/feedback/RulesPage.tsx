import { Text } from "@mantine/core";
import { AnswerPromise } from "../../components/AnswerPromise";
import { TextLink } from "../../components/ButtonLink";
import { Section, SectionedPage } from "../../components/Section";
import { paths } from "../../lib/page/paths";
import { rules } from "./rules";

export function RulesPage() {
  return (
    <SectionedPage
      title="How feedback works"
      text={`We promise every project an answer from a person who tried it, within ${rules.promiseHours} hours. These are the rules.`}
    >
      <Section title="The promise">
        <AnswerPromise />
        <Lines
          lines={[
            "An answer is a reply in the project's channel by somebody other than its maker, written here by a person. What apps, agents and access tokens write doesn't count.",
            `The numbers are those of public projects first published in the last ${rules.statsDays} days.`,
            `After ${rules.noticeHours} hours without an answer we tell members who follow one of the project's tools or tags and have turned this notification on, at most ${rules.noticesPerWeek} projects a week each.`,
            `After ${rules.promiseHours} hours without an answer the project is shown among the newest for another day.`,
          ]}
        />
      </Section>
      <Section title="Who waits">
        <Lines
          lines={[
            "A project waits for a review from its first publication. Its maker doesn't have to do anything.",
            `The maker may add up to ${rules.questions} questions of ${rules.questionCharacters} characters each, take the request back, and ask again later.`,
            "A written review ends the request.",
          ]}
        />
      </Section>
      <Section title="The project you get">
        <Lines
          lines={[
            "You get one project at a time, never your own.",
            `You don't get a project that you have reviewed or skipped, that another member got in the last ${rules.reservationHours} hours, or whose maker you reviewed in the last ${rules.pairDays} days.`,
            `Projects without an answer that have waited ${rules.urgentHours} to ${rules.promiseHours} hours come first, so that we can still keep the promise. Then come the others without an answer, then the rest. In each of these, makers to whom the board owes a review come first, then those who have waited longest.`,
            `Of the first ${rules.queueHead} in this order you get the first that fits you. A project fits if it shares a tool or a tag with your skills, your own projects or what you follow, or if it has waited for ${rules.fitsEverybodyHours} hours. If we know none of these about you, every project fits. If none fits, you get the first.`,
          ]}
        />
      </Section>
      <Section title="Your review">
        <Lines
          lines={[
            `You have ${rules.assignmentHours} hours to write it, in at least ${rules.minCharacters} characters.`,
            `You may skip ${rules.skipsPerDay} projects a day. It costs nothing, and you don't get them again.`,
            "Your review is public, with your name, on the project's page.",
          ]}
        />
      </Section>
      <Section title="What you're owed">
        <Lines
          lines={[
            `The board owes everybody ${rules.firstReviews} review, for the first project, and 1 more for each useful review you write. Each review that your projects get pays one back.`,
            "Your oldest waiting project is the first to get it.",
            `The maker says whether a review is useful. If the maker says nothing for ${rules.silenceDays} days, it's useful. The maker may change it at any time, and the last word counts.`,
            `Of your reviews of the same maker, one counts in ${rules.pairDays} days.`,
          ]}
        />
      </Section>
      <Section title="Careless reviews">
        <Lines
          lines={[
            `If makers have decided about at least ${rules.minDecided} of your last ${rules.judgedReviews} reviews and found more than half of those not useful, you get one project in ${rules.limitedDays} days, and the board owes you nothing meanwhile.`,
            `We ask the moderators to look at a review that was written less than ${rules.tooSoonMinutes} minute after you got the project, at one that is ${rules.alikePercent}% or more like one of your last ${rules.alikeReviews}, and at two members who each wrote the other at least ${rules.ringReviews} reviews in ${rules.ringDays} days. They see the reason. Nothing is hidden unless a person decides so.`,
            "Only people get, skip, write and judge reviews. Apps, agents and access tokens can't.",
          ]}
        />
        <Text c="dimmed">
          <TextLink to={paths.feedback}>Review a project</TextLink>
        </Text>
      </Section>
    </SectionedPage>
  );
}

function Lines({ lines }: { lines: string[] }) {
  return (
    <Text component="ul" className="ruled" c="dimmed">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </Text>
  );
}
