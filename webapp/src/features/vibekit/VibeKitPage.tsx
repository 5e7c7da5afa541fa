import { Accordion, Group, Text } from "@mantine/core";
import { IconBulb, IconPalette, IconVectorBezier2 } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { ButtonLink } from "../../components/ButtonLink";
import { PageHead } from "../../components/PageHead";
import { paths } from "../../lib/paths";
import { saveReturnTo } from "../../lib/returnTo";
import { useSession } from "../../lib/session";
import { useKeepFocus } from "../../lib/useKeepFocus";
import { Imaginator } from "./Imaginator";
import { LogoBuilder } from "./LogoBuilder";
import { ThemeTester } from "./ThemeTester";
import css from "./VibeKit.module.css";

/** The toolkit: a brief from an idea, names and logos for a brand, and a theme to try. */
export function VibeKitPage() {
  const { user, isPending } = useSession();
  return (
    <div className="wrap page">
      <PageHead title="VibeKit">A small creative toolkit for your next project.</PageHead>
      {!isPending && !user && <LoginPrompt />}
      <Accordion multiple defaultValue={["imaginator"]} order={2} classNames={css} chevronSize={20}>
        <Tool
          value="imaginator"
          icon={<IconBulb size={24} />}
          title="Imaginator"
          text="Turns an idea into a brief with user stories, risks and prompts."
        >
          <Imaginator user={user} />
        </Tool>
        <Tool
          value="logo"
          icon={<IconVectorBezier2 size={24} />}
          title="Logo Builder"
          text="Suggests names, taglines and motifs, and draws a logo for each name."
        >
          <LogoBuilder user={user} />
        </Tool>
        <Tool
          value="theme"
          icon={<IconPalette size={24} />}
          title="Theme Tester"
          text="Previews colors and flags low contrast."
        >
          <ThemeTester />
        </Tool>
      </Accordion>
    </div>
  );
}

function Tool({
  value,
  icon,
  title,
  text,
  children,
}: {
  value: string;
  icon: ReactNode;
  title: string;
  text: string;
  children: ReactNode;
}) {
  const panel = useKeepFocus();
  return (
    <Accordion.Item value={value}>
      <Accordion.Control icon={icon}>
        <b className={css.name}>{title}</b>
        <span className={css.about}>{text}</span>
      </Accordion.Control>
      <Accordion.Panel ref={panel} tabIndex={-1}>
        {children}
      </Accordion.Panel>
    </Accordion.Item>
  );
}

function LoginPrompt() {
  const remember = () => saveReturnTo();
  return (
    <Group className={css.prompt} gap="md" mb="xl">
      <Text flex="1 1 280px">
        Log in to generate briefs and logo ideas. Drawing logos and testing themes works without an account.
      </Text>
      <Group gap="sm">
        <ButtonLink to={paths.login} onClick={remember}>
          Log in
        </ButtonLink>
        <ButtonLink to={paths.register} variant="filled" onClick={remember}>
          Sign Up
        </ButtonLink>
      </Group>
    </Group>
  );
}
