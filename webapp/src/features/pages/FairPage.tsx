import { useQuery } from "@connectrpc/connect-query";
import { Box, Text } from "@mantine/core";
import { TextLink } from "../../components/ButtonLink";
import { HeldVotes } from "../../components/fair/HeldVotes";
import { Section, SectionedPage } from "../../components/Section";
import { SideError } from "../../components/States";
import type { FairRules } from "../../gen/uvboard/v1/vote_pb";
import { VoteService } from "../../gen/uvboard/v1/vote_service_pb";
import { paths } from "../../lib/page/paths";
import { useScrollToHash } from "../../lib/page/useScrollToHash";
import { stale } from "../../lib/server/stale";
import { plural } from "../../lib/text/text";

/** Every rule by which votes rank, with the board's numbers, as in docs/fair.md. */
export function FairPage() {
  const { data, error, refetch } = useQuery(VoteService.method.getFairRules, {}, { staleTime: stale.stats });
  useScrollToHash("held", data !== undefined);
  return (
    <SectionedPage title="Fair Votes" text="What moves a project up, in rules that are the same for everybody.">
      {error && !data && <SideError error={error} onRetry={() => void refetch()} />}
      <Rules rules={data?.rules} />
    </SectionedPage>
  );
}

/** The rules; those with numbers of the board once it has said them. */
function Rules({ rules }: { rules?: FairRules }) {
  return (
    <>
      <Section title="Every vote is shown">
        <Lines
          lines={[
            "A vote changes the number beside a project and its owner's reputation at once.",
            "You have one vote per item and can change or remove it. You can't vote on your own work.",
            "People vote, in this site. Apps, agents and access tokens can't.",
          ]}
        />
      </Section>
      <Section title="Eligible votes rank">
        <Lines
          lines={[
            "Trending, Top, Popular, awards and the notices of milestones use eligible votes. All other votes are pending. No vote weighs more than another.",
            ...(rules?.confirmedEmail ? ["Your votes become eligible once your email is confirmed."] : []),
            ...(rules && rules.minAccountHours > 0
              ? [
                  `Your account must be ${plural(rules.minAccountHours, "hour")} old. It's enough earlier if a member whose account is that old, and whose votes are eligible, has upvoted something of yours, or marked a review of yours useful.`,
                ]
              : []),
            "Votes of a banned member count nowhere until the ban ends.",
            "The votes of admins are eligible from the start.",
            "When your votes become eligible, those you cast before do too. If the reason goes away, they are pending again.",
          ]}
        />
      </Section>
      <Section title="Places">
        <Lines
          lines={[
            ...(rules ? placesOf(rules) : []),
            "Of two with equal scores, the earlier one comes first.",
            "A place changes with votes and new projects, never with the clock alone.",
          ]}
        />
      </Section>
      <Box id="held">
        <HeldVotes />
        <Section title="Held votes">
          <Lines
            lines={[
              "We look for accounts that vote as one hand would. Their votes are held: shown as before, but pending.",
              "Crowds: accounts of at most 14 days that upvoted things of one member. It takes 12 that share three signs, or 5 if 90% did nothing else; 75 with two, 100 with one and 150 with none.",
              "With fewer than three signs, half of the upvotes there must be theirs, and new accounts must be three times as usual there as elsewhere.",
              "The signs: 90% did little else. 50% came from networks that others of them used that day, or 80% from one rare mail domain. 90% used the same browser. 90% kept the same pace, as a script does. 50% have one mailbox.",
              "Only accounts that carry the signs themselves are counted and held, not others who voted for the same.",
              "Overlap: at least 5 accounts that share half of what they upvoted in 30 days, where chance would give that to fewer than one pair in a million.",
              "Friends may vote for each other: their own things are left out there, unless half of them vote for nothing else.",
              "A shared network alone proves nothing: a school, an office and a conference are fine.",
              "If your votes are held, you are told, see why here and can appeal. An admin can release them at once, and then the same is not held again.",
            ]}
          />
        </Section>
      </Box>
      <Section title="More">
        <Text c="dimmed">
          <TextLink to={paths.guidelines}>Guidelines</TextLink>, and{" "}
          <TextLink to={paths.reputation}>how reputation works</TextLink>
        </Text>
      </Section>
    </>
  );
}

const placesOf = ({ entryVotes, perOwnerInTen }: FairRules): string[] => [
  entryVotes > 0
    ? `A project stands in Trending and Top from ${plural(entryVotes, "eligible upvote")} of others on. Below that, it comes after all projects that have as many.`
    : "A project stands in Trending and Top from its publication on.",
  `Of the first ten projects in Trending, at most ${perOwnerInTen} ${perOwnerInTen === 1 ? "is" : "are"} of one owner.`,
];

function Lines({ lines }: { lines: string[] }) {
  return (
    <Text component="ul" className="ruled" c="dimmed">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </Text>
  );
}
