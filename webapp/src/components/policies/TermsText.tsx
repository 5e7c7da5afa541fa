import { Text } from "@mantine/core";
import { useBoard } from "../../lib/board/board";
import { paths } from "../../lib/page/paths";
import { TextLink } from "../ButtonLink";
import { Section } from "../Section";
import { ContactLine } from "./ContactLine";

/** The product's text of Terms. */
export function TermsText() {
  const { name: boardName } = useBoard();
  return (
    <>
      <Section title="In short">
        <Text size="xl">
          {boardName} is free to use. Your content stays yours. Be fair to others, and keep your account safe.
        </Text>
      </Section>
      <Section title="Your account">
        <Text c="dimmed">
          You don't need an account to browse. If you have one, you're responsible for its activity: keep your password
          private, and tell us if somebody else has it. Vote with one account only.
        </Text>
      </Section>
      <Section title="Your content">
        <Text c="dimmed">
          You keep ownership of your content. By publishing it here you allow it to be stored, resized and shown on this
          site, in its feeds and in previews of links to it, for as long as it's published. Only publish what you have
          the rights to.
        </Text>
        <Text c="dimmed">You may take content down at any time, and you may delete your account and data.</Text>
      </Section>
      <Section title="Fair use">
        <Text c="dimmed">
          Follow the <TextLink to={paths.guidelines}>guidelines</TextLink>. Don't manipulate votes, collect personal
          data, spread malware or overload the site. We may remove content and close accounts that break these rules.
        </Text>
      </Section>
      <Section title="Donations">
        <Text c="dimmed">
          Donations are voluntary. They help run the site and buy no features, position or influence.
        </Text>
      </Section>
      <Section title="No warranty">
        <Text c="dimmed">
          The site is provided as is, and may change or go offline. Makers are responsible for their own projects: use
          your judgment when you try them.
        </Text>
      </Section>
      <Section title="Changes and questions">
        <Text c="dimmed">When these terms change, the date above changes with them.</Text>
        <ContactLine />
      </Section>
    </>
  );
}
