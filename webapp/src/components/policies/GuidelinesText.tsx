import { Group, SimpleGrid, Text, Title } from "@mantine/core";
import { IconCheck, type IconProps, IconX } from "@tabler/icons-react";
import type { ComponentType } from "react";
import { paths } from "../../lib/page/paths";
import { TextLink } from "../ButtonLink";
import { Points, Section } from "../Section";
import { ContactLine } from "./ContactLine";
import { newAccount, rateLimits } from "./limits";

/** The product's text of Guidelines. */
export function GuidelinesText() {
  return (
    <>
      <Section title="Be respectful">
        <Text c="dimmed">Somebody worked hard on every project here.</Text>
        <Pair
          please={["Critique the work, not the person", "Say what would make it better"]}
          never={["Insult, harass or threaten anyone", "Share private conversations"]}
        />
      </Section>
      <Section title="Share quality content">
        <Text c="dimmed">Show what you made, what it does and what you built it with.</Text>
        <Pair
          please={["Use real screenshots", "Keep the stage up to date"]}
          never={["Post the same project twice", "Pass off others' work as yours"]}
        />
      </Section>
      <Section title="Stay on topic">
        <Text c="dimmed">Projects, threads and stories here are about things built with AI-assisted tools.</Text>
        <Pair
          please={["Explain how you built it, dead ends included", "Post in the right channel"]}
          never={["Advertise unrelated things", "Drop links without context"]}
        />
      </Section>
      <Section title="Report a problem">
        <Text c="dimmed">
          Spam, harassment, stolen work and dangerous links aren't allowed. If you see any, report violating content to
          us. We remove it, and we close accounts that keep posting it.
        </Text>
        <Text c="dimmed">
          <TextLink to={paths.moderation}>How reports and appeals are decided</TextLink>
        </Text>
        <ContactLine />
      </Section>
      <Section title="Vote fairly">
        <Text c="dimmed">
          Vote for projects you've tried. You have one vote per item, and you can't vote on your own work.{" "}
          <TextLink to={paths.reputation}>How reputation works</TextLink>
        </Text>
      </Section>
      <Section title="Limits">
        <Text c="dimmed">
          They let a person work freely and stop a script. If you reach one, wait as long as the message says. Nothing
          you typed is lost.
        </Text>
        <Points
          items={rateLimits.map(({ what, burst, rate }) => ({ title: what, text: `${burst} at once, then ${rate}.` }))}
        />
      </Section>
      <Section title="New accounts">
        <Text c="dimmed">
          A text with links to other sites waits until a moderator has looked at it. Only you see it meanwhile, and you
          can post one every {newAccount.minutes} minutes. After {newAccount.posts} approved ones, the next ones appear
          at once. The links in the fields of your project don't count, unless somebody else's new project leads to the
          same site. Some boards look at all first posts, or at none.
        </Text>
      </Section>
    </>
  );
}

function Pair({ please, never }: { please: string[]; never: string[] }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
      <Column title="Please" lines={please} Icon={IconCheck} />
      <Column title="Please don't" lines={never} Icon={IconX} />
    </SimpleGrid>
  );
}

function Column({ title, lines, Icon }: { title: string; lines: string[]; Icon: ComponentType<IconProps> }) {
  return (
    <div>
      <Title order={3} mb="sm">
        {title}
      </Title>
      <Text component="ul" className="ruled" c="dimmed">
        {lines.map((line) => (
          <li key={line}>
            <Group component="span" gap={10} wrap="nowrap">
              <Icon size={18} style={{ flex: "none" }} />
              {line}
            </Group>
          </li>
        ))}
      </Text>
    </div>
  );
}
