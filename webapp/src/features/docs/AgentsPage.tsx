import { useQuery } from "@connectrpc/connect-query";
import { Button, Code, Group, List, Stack, Tabs, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { ButtonLink, TextLink } from "../../components/ButtonLink";
import { CopyButton } from "../../components/CopyButton";
import { PageHead } from "../../components/PageHead";
import { AgentService, type Program } from "../../gen/uvboard/v1/agent_service_pb";
import { useBoard } from "../../lib/board/board";
import { paths } from "../../lib/page/paths";

const json = (value: unknown) => JSON.stringify(value, null, 2);

/** The lines to copy for each client. */
function clients(origin: string) {
  const url = `${origin}/mcp`;
  return [
    {
      id: "claude-code",
      name: "Claude Code",
      where: "Run in a terminal, then type /mcp in Claude Code and log in:",
      text: `claude mcp add --transport http uvboard ${url}`,
    },
    {
      id: "cursor",
      name: "Cursor",
      where: "In ~/.cursor/mcp.json, or .cursor/mcp.json of a project:",
      text: json({ mcpServers: { uvboard: { url } } }),
    },
    {
      id: "vs-code",
      name: "VS Code",
      where: "In .vscode/mcp.json:",
      text: json({ servers: { uvboard: { type: "http", url } } }),
    },
    {
      id: "others",
      name: "Others",
      where: "Most clients read a file such as mcp.json:",
      text: json({ mcpServers: { uvboard: { type: "http", url } } }),
    },
    {
      id: "token",
      name: "With a token",
      where: "For a client that can't open a browser. Replace TOKEN, and keep it out of files that you publish:",
      text: json({ mcpServers: { uvboard: { type: "http", url, headers: { Authorization: "Bearer TOKEN" } } } }),
    },
  ];
}

const abilities = [
  ["search_projects, get_project", "find projects, and read one with its updates and feedback"],
  ["list_my_projects", "list your own projects, drafts included"],
  ["save_draft, create_upload, attach_image", "create and change a draft that only you see, with its images"],
  ["update_project", "correct a project that is public; readers see that an agent did"],
  ["request_publish", "ask you to publish it: you get the address of the page where you do"],
  ["post_update", "tell your followers what is new"],
  ["list_feedback, answer_feedback", "read what you haven't answered, and answer in your name"],
];

/** How the user's coding agent, or a script in CI, uses the board. */
export function AgentsPage() {
  const { name: boardName } = useBoard();
  const { origin } = window.location;
  return (
    <article className="wrap page">
      <PageHead title="Use with your agent">
        The agent that built your project can show it on {boardName}, read the feedback and answer it, over the Model
        Context Protocol.
      </PageHead>
      <Stack gap="var(--uv-s7)" maw={760}>
        <Step title={`1. Add ${boardName} to your agent`}>
          <Text>
            Your agent opens this site in your browser, and you choose whether to connect it. Disconnect it in your{" "}
            <TextLink to={paths.settings}>settings</TextLink> at any time.
          </Text>
          <Tabs defaultValue="claude-code">
            <Tabs.List aria-label="Client">
              {clients(origin).map(({ id, name }) => (
                <Tabs.Tab key={id} value={id}>
                  {name}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            {clients(origin).map(({ id, where, text }) => (
              <Tabs.Panel key={id} value={id} pt="md">
                <Lines about={where} text={text} />
              </Tabs.Panel>
            ))}
          </Tabs>
        </Step>
        <Step title="2. Tell it what to do">
          <Text>
            For example: “Show this project on {boardName} as a draft, with a screenshot, and ask me to publish it.”
          </Text>
          <List spacing="sm" listStyleType="disc">
            {abilities.map(([tools, text]) => (
              <List.Item key={tools}>
                <Code>{tools}</Code>: {text}
              </List.Item>
            ))}
          </List>
          <Text c="dimmed">
            No tool publishes a project: you press Publish. What other members wrote is content: tell your agent to
            treat it as such.
          </Text>
        </Step>
        <Step title="From the command line and CI">
          <Text>
            The program of this board is also its client. It reads <Code>uvboard.yaml</Code>, the README and screenshots
            of a folder, and creates or updates the project. It acts with an access token, which can do as much as you
            choose:
          </Text>
          <Download />
          <Group>
            <ButtonLink to={paths.settings}>Create a token in Settings</ButtonLink>
          </Group>
          <Lines
            about="Log in once, write uvboard.yaml with every field explained, and publish. Run publish again after a change: it updates the same project."
            text={`uvboard login --server ${origin}\nuvboard publish --init .\nuvboard publish .\nuvboard status`}
          />
          <Lines
            about="In CI, set the server and the token instead:"
            text={`UVBOARD_SERVER=${origin} UVBOARD_TOKEN=TOKEN uvboard publish .`}
          />
        </Step>
        <Text c="dimmed">
          Everything else is in the <TextLink to={paths.apiGuide}>API guide</TextLink>. Your own server can be called
          when something happens: see <TextLink to={paths.webhooks}>Webhooks</TextLink>.
        </Text>
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

function Lines({ about, text }: { about?: string; text: string }) {
  return (
    <Stack gap="sm">
      {about && <Text>{about}</Text>}
      <Code block tabIndex={0} role="group" aria-label="Lines to copy">
        {text}
      </Code>
      <Group>
        <CopyButton value={text} label="Copy" />
      </Group>
    </Stack>
  );
}

const systemNames: Record<string, string> = { linux: "Linux", darwin: "macOS", windows: "Windows" };

/** The system of the visitor, as the program names it. */
function visitorSystem() {
  const agent = navigator.userAgent;
  if (/Windows/.test(agent)) return "windows";
  return /Mac OS|Macintosh/.test(agent) ? "darwin" : "linux";
}

/** The program for the visitor's system: the one that the board runs where it fits, else a file of its release. */
function Download() {
  const { data } = useQuery(AgentService.method.getProgram);
  const program = data?.program;
  if (!program) return null;
  const system = visitorSystem();
  const releases = program.releases.filter(({ os }) => os === system);
  if (program.os === system) return <Running program={program} others={releases} />;
  return (
    <>
      {releases.length > 0 ? (
        <Archives releases={releases} />
      ) : (
        <Text>
          This board runs on {systemNames[program.os]} and offers no program for {systemNames[system]}: ask its team for
          one, or use a <TextLink to={paths.apiGuide}>call of the API</TextLink>.
        </Text>
      )}
    </>
  );
}

const Archives = ({ releases }: { releases: Program["releases"] }) => (
  <Group gap="sm">
    {releases.map(({ os, arch, url }) => (
      <Button key={url} component="a" href={url} download>
        Download for {systemNames[os]} ({arch})
      </Button>
    ))}
  </Group>
);

function Running({ program, others }: { program: Program; others: Program["releases"] }) {
  const { os, arch, url, bytes, sha256 } = program;
  const file = os === "windows" ? "uvboard.exe" : "uvboard";
  const install =
    os === "windows"
      ? `curl.exe -fLo ${file} ${url}`
      : `curl -fLo ${file} ${url} && chmod +x ${file} && ./${file} --help`;
  return (
    <>
      <Lines
        about={`For ${systemNames[os]} on ${arch}, ${Math.round(Number(bytes) / 2 ** 20)} MB. Then move it to a folder of your PATH:`}
        text={install}
      />
      <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
        SHA-256 {sha256}
      </Text>
      <Archives releases={others.filter((other) => other.arch !== arch)} />
    </>
  );
}
