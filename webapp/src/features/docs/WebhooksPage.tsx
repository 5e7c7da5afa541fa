import { Code, Group, List, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { ButtonLink } from "../../components/ButtonLink";
import { PageHead } from "../../components/PageHead";
import { events } from "../../components/webhook/words";
import { paths } from "../../lib/page/paths";

const example = `{
  "type": "reply.published",
  "timestamp": "2026-11-25T15:04:05.123Z",
  "data": {
    "item": {"type": "forum_post", "id": "…", "title": "Cone six", "excerpt": "Celadon.", "url": "https://…", "via": null},
    "parent": {"type": "forum_thread", "id": "…", "title": "Cone six", "url": "https://…", "via": null},
    "author": {"id": "…", "username": "ada", "url": "https://…"}
  }
}`;

const verify = `import crypto from "node:crypto";

// secret: what begins with whsec_; body: the bytes as they came
function isFromTheBoard(headers, body, secret) {
  const sent = Number(headers["webhook-timestamp"]);
  if (Math.abs(Date.now() / 1000 - sent) > 300) return false;
  const signed = headers["webhook-id"] + "." + headers["webhook-timestamp"] + "." + body;
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const expected = crypto.createHmac("sha256", key).update(signed).digest();
  return headers["webhook-signature"].split(" ").some((signature) => {
    const given = Buffer.from(signature.replace(/^v1,/, ""), "base64");
    return given.length === expected.length && crypto.timingSafeEqual(given, expected);
  });
}`;

/** How a receiver of webhooks reads, checks and answers a call. */
export function WebhooksPage() {
  return (
    <article className="wrap page">
      <PageHead title="Webhooks">
        The board calls your server when something happens: a POST with JSON, signed as standard-webhooks describes.
      </PageHead>
      <Stack gap="var(--uv-s7)" maw={760}>
        <Step title="1. Add one">
          <Text>
            Add an address in your settings and choose the events. Then choose Send a Test in the menu of the webhook:
            your server gets the event <Code>ping</Code> once, and the result is shown beside the other deliveries.
          </Text>
          <Group>
            <ButtonLink to={paths.settings}>Open Settings</ButtonLink>
          </Group>
        </Step>
        <Step title="2. Read a call">
          <Lines label="Example of a body" text={example} />
          <List spacing="xs" listStyleType="disc">
            {events.map(([, label, word]) => (
              <List.Item key={word}>
                <Code>{word}</Code>: {label}
              </List.Item>
            ))}
          </List>
        </Step>
        <Step title="3. Check the signature">
          <Text>
            The headers are <Code>webhook-id</Code>, <Code>webhook-timestamp</Code> and <Code>webhook-signature</Code>.
            The last has one or more signatures, separated by spaces: after you rotate the secret, the old one also
            signs for a day. Libraries of standard-webhooks check it in most languages; by hand:
          </Text>
          <Lines label="How to check the signature" text={verify} />
        </Step>
        <Step title="4. Answer">
          <List spacing="sm" listStyleType="disc">
            <List.Item>Answer with a status of 200 to 299 within 10 seconds. Redirects are not followed.</List.Item>
            <List.Item>
              A failed call is repeated after a minute, then with a delay that doubles up to an hour, until it is a day
              old. A test is not repeated.
            </List.Item>
            <List.Item>
              A call may arrive twice, with the same <Code>webhook-id</Code>: remember it if acting twice does harm.
            </List.Item>
            <List.Item>
              Calls may arrive in another order than the events: <Code>timestamp</Code> says when each happened.
            </List.Item>
            <List.Item>
              If nothing arrives for a day, the webhook is turned off. An answer of 410 does so at once.
            </List.Item>
          </List>
        </Step>
      </Stack>
    </article>
  );
}

const Step = ({ title, children }: { title: string; children: ReactNode }) => (
  <Stack component="section" gap="md">
    <Title order={2}>{title}</Title>
    {children}
  </Stack>
);

const Lines = ({ label, text }: { label: string; text: string }) => (
  <Code block tabIndex={0} role="group" aria-label={label}>
    {text}
  </Code>
);
