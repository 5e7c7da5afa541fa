import { Code, List, Stack, Text, Title } from "@mantine/core";
import { PageHead } from "../../components/PageHead";
import { useBoard } from "../../lib/board/board";

/** What the board asks the links of projects, for the owners of their sites. */
export function ChecksPage() {
  const { name } = useBoard();
  return (
    <article className="wrap page">
      <PageHead title="Link checks">
        {name} asks the demo and the repository of every public project once a day, and shows whether they answer.
      </PageHead>
      <Stack gap="var(--uv-s7)" maw={760}>
        <Stack component="section" gap="md">
          <Title order={2}>What is asked</Title>
          <List spacing="sm" listStyleType="disc">
            <List.Item>
              <Code>robots.txt</Code>, then the link with <Code>HEAD</Code>, and with <Code>GET</Code> if that does not
              succeed. Nothing of the page is kept.
            </List.Item>
            <List.Item>
              One request to a site at a time, with a second between them. A link that does not answer is asked twice
              more on that day, an hour and four hours later.
            </List.Item>
            <List.Item>
              The User-Agent begins with <Code>UVBoard</Code> and has the address of this page.
            </List.Item>
          </List>
        </Stack>
        <Stack component="section" gap="md">
          <Title order={2}>What counts</Title>
          <Text>
            A page, a redirect, a page for members (401, 403) and “too many requests” (429) are answers. 404, 410, other
            errors, no connection and no answer within 10 seconds are not. After two days a project is down, after three
            its maker is asked, and after 30 it is gone: Explore leaves it out until it answers. It is never deleted for
            that. What cannot be checked is said to be so.
          </Text>
        </Stack>
        <Stack component="section" gap="md">
          <Title order={2}>How to refuse</Title>
          <Text>The owner of a project switches its checks off on its page. The owner of a site uses robots.txt:</Text>
          <Code block tabIndex={0} role="group" aria-label="Lines for robots.txt">
            {"User-agent: UVBoard\nDisallow: /"}
          </Code>
        </Stack>
      </Stack>
    </article>
  );
}
