import { Accordion, Group, Text } from "@mantine/core";
import { IconBulb, IconPalette, IconVectorBezier2 } from "@tabler/icons-react";
import { Link, useLocation } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { TextLink } from "../../components/ButtonLink";
import { LoginLinks } from "../../components/LoginLinks";
import { PageHead } from "../../components/PageHead";
import { useBoard } from "../../lib/board/board";
import { useSession } from "../../lib/session/session";
import { useKeepFocus } from "../../lib/ui/useKeepFocus";
import { Imaginator } from "./Imaginator";
import { LogoBuilder } from "./LogoBuilder";
import { ThemeTester } from "./ThemeTester";
import css from "./VibeKit.module.css";

const tools = [
  {
    path: "/toolkit/imaginator",
    icon: IconBulb,
    title: "Imaginator",
    text: "Turns an idea into a brief with user stories, risks and prompts.",
    Body: Imaginator,
  },
  {
    path: "/toolkit/logo",
    icon: IconVectorBezier2,
    title: "Logo Builder",
    text: "Suggests names, taglines and motifs, and draws a logo for each name.",
    Body: LogoBuilder,
  },
  {
    path: "/toolkit/theme",
    icon: IconPalette,
    title: "Theme Tester",
    text: "Previews colors and flags low contrast.",
    Body: ThemeTester,
  },
] as const;

/** The toolkit: a brief from an idea, names and logos for a brand, and a theme to try. Each tool also has a page. */
export function VibeKitPage() {
  const { status, user } = useSession();
  const { features } = useBoard();
  const path = useLocation({ select: (at) => at.pathname });
  const tool = tools.find((each) => each.path === path);
  return (
    <div className="wrap page">
      <PageHead title={tool?.title ?? "VibeKit"}>
        {tool?.text ?? "A small creative toolkit for your next project."}
      </PageHead>
      {tool && (
        <nav className={css.tools} aria-label="VibeKit">
          {tools.map(({ path, title, icon: Icon }) => (
            <Link key={path} to={path} className={css.choice} aria-current={path === tool.path ? "page" : undefined}>
              <Icon size={20} aria-hidden="true" />
              {title}
            </Link>
          ))}
        </nav>
      )}
      {status === "guest" && features?.vibekit !== false && tool?.title !== "Theme Tester" && <LoginPrompt />}
      {tool ? (
        <tool.Body key={tool.path} user={user} />
      ) : (
        <Accordion multiple defaultValue={[tools[0].path]} order={2} classNames={css} chevronSize={20}>
          {tools.map((each) => (
            <Tool key={each.path} tool={each}>
              <each.Body user={user} />
            </Tool>
          ))}
        </Accordion>
      )}
    </div>
  );
}

function Tool({
  tool: { path, icon: Icon, title, text },
  children,
}: {
  tool: (typeof tools)[number];
  children: ReactNode;
}) {
  const panel = useKeepFocus();
  return (
    <Accordion.Item value={path}>
      <Accordion.Control icon={<Icon size={24} />}>
        <b className={css.name}>{title}</b>
        <span className={css.about}>{text}</span>
      </Accordion.Control>
      <Accordion.Panel ref={panel} tabIndex={-1}>
        {children}
        <TextLink to={path} display="inline-block" mt="lg" size="sm">
          Open {title} on its own page
        </TextLink>
      </Accordion.Panel>
    </Accordion.Item>
  );
}

function LoginPrompt() {
  return (
    <Group className={css.prompt} gap="md" mb="xl">
      <Text flex="1 1 280px">
        Log in to generate briefs and logo ideas. Drawing logos and testing themes works without an account.
      </Text>
      <Group gap="sm">
        <LoginLinks login="Log in" filled="sign up" />
      </Group>
    </Group>
  );
}
