import { Group, Text } from "@mantine/core";
import { TextLink } from "../../components/ButtonLink";
import { measured } from "../../components/MeasuredRow";
import { Points, Section, SectionedPage } from "../../components/Section";
import { paths } from "../../lib/page/paths";
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
    <SectionedPage
      title="Reputation"
      text="A measure of how much the community values what you share. Everyone starts at 0."
    >
      <Section title="How to earn it">
        <ul>
          {rules.map(({ value, what, text }) => (
            <li
              key={what}
              {...measured({
                value: Math.abs(value),
                leader: perUpvote,
                color: value < 0 ? "var(--uv-quench)" : undefined,
              })}
            >
              <Group gap="lg" wrap="nowrap" pt={12} pb="md">
                <Text
                  className="score"
                  fz={{ base: 40, sm: 48 }}
                  w={46}
                  ta="right"
                  c={value < 0 ? "quench" : undefined}
                >
                  {signed(value)}
                </Text>
                <div>
                  <Text fw={600}>{what}</Text>
                  <Text c="dimmed">{text}</Text>
                </div>
              </Group>
            </li>
          ))}
        </ul>
        <Text c="dimmed">Switching a vote applies both changes. Your reputation updates instantly.</Text>
      </Section>
      <Section title="Try it">
        <TryVote />
      </Section>
      <Section title="What earns it">
        <Points
          items={[
            { title: "Projects", text: "Every project you publish." },
            { title: "Forum threads and posts", text: "Your questions and your answers." },
            { title: "Blog articles", text: "Stories that others find worth reading." },
            { title: "Future features", text: "Anything votable we add later follows the same rules." },
          ]}
        />
      </Section>
      <Section title="Fair play">
        <Text component="ul" className="ruled" c="dimmed">
          <li>You can't vote on your own work.</li>
          <li>One vote per person per item. Change or remove it any time.</li>
          <li>
            Trading votes, buying them and voting with several accounts is against the{" "}
            <TextLink to={paths.guidelines}>guidelines</TextLink>.
          </li>
        </Text>
      </Section>
    </SectionedPage>
  );
}
