import { Group, Text } from "@mantine/core";
import { paths } from "../../lib/page/paths";
import { AnswerPromise } from "../AnswerPromise";
import { ButtonLink, TextLink } from "../ButtonLink";
import { Points, Section } from "../Section";

/** The product's text of About. */
export function AboutText() {
  return (
    <>
      <Section title="Our Mission">
        <Text size="xl">
          Good projects stay small when nobody sees them. Here, makers show theirs to people who build the same way.
        </Text>
        <Text c="dimmed">
          Find out what works, and meet your first users, collaborators and advisers. Members are called vibers, after
          the way they build: describe it, see what comes out, describe it better.
        </Text>
      </Section>
      <Section title="Our Values">
        <Points
          items={[
            {
              title: "Community first",
              text: "The people who make projects and the people who try them decide what rises.",
            },
            {
              title: "Open sharing",
              text: "You can read everything without an account, and every project lists what it was built with.",
            },
            {
              title: "Supportive growth",
              text: "An idea on a napkin is as welcome as a launch. Say which stage you're at and what you're looking for.",
            },
            { title: "Quality content", text: "One honest project is worth more than ten placeholders." },
          ]}
        />
      </Section>
      <Section title="Our Promise">
        <Text size="xl">We promise every project an answer from a person who tried it, within 48 hours.</Text>
        <Text component="div" c="dimmed">
          <AnswerPromise />
        </Text>
        <Text c="dimmed">
          Members review each other's projects, and the board remembers who gave.{" "}
          <TextLink to={paths.feedbackRules}>How feedback works</TextLink>
        </Text>
      </Section>
      <Section title="Free forever">
        <Text c="dimmed">
          There are no paywalls and no premium tiers. If you'd like to, help pay for the servers. All it buys is our
          thanks.
        </Text>
      </Section>
      <Section title="Join in">
        <Text c="dimmed">
          Look around first. When you want to vote, write or share a project, signing up takes a minute.
        </Text>
        <Group gap="sm">
          <ButtonLink to={paths.submit} variant="filled">
            Submit Project
          </ButtonLink>
          <ButtonLink to={paths.explore}>Explore</ButtonLink>
          <ButtonLink to={paths.guidelines}>Read the Guidelines</ButtonLink>
        </Group>
      </Section>
    </>
  );
}
