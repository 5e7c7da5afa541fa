import { Anchor, Box, Flex, Group, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { TextLink } from "../components/ButtonLink";
import { useBoard } from "../lib/board/board";
import { paths } from "../lib/page/paths";
import { Logo } from "./Logo";

const inks = ["text", "control", "lamp", "quench", "react"];

export function Footer() {
  const { name, tagline, footerLinks, foundedYear } = useBoard();
  const year = new Date().getFullYear();
  return (
    <Box
      component="footer"
      mt="var(--uv-s9)"
      pt="var(--uv-s7)"
      pb="var(--uv-s6)"
      fz="sm"
      lh="sm"
      c="dimmed"
      style={{ borderTop: "var(--uv-hair)" }}
    >
      <div className="wrap">
        <Flex wrap="wrap" gap="xl">
          <Box flex="1 1 280px">
            <Logo />
            <Text inherit mt={12} maw="38ch">
              {tagline}
            </Text>
          </Box>
          <LinkList title="About">
            <FooterLink to={paths.about}>Our Story</FooterLink>
            <FooterLink to={paths.pricing}>Pricing</FooterLink>
            <FooterLink to={paths.guidelines}>Guidelines</FooterLink>
            <FooterLink to={paths.fair}>Fair Votes</FooterLink>
            <FooterLink to={paths.reputation}>Reputation</FooterLink>
          </LinkList>
          <LinkList title="Resources">
            <FooterLink to={paths.news}>News</FooterLink>
            <FooterLink to={paths.stories}>Stories</FooterLink>
            <FooterLink to={paths.weekly}>Weekly</FooterLink>
            <FooterLink to={paths.toolkit}>VibeKit</FooterLink>
            <FooterLink to={paths.api}>API</FooterLink>
          </LinkList>
          <LinkList title="Community">
            <FooterLink to={paths.explore}>Explore</FooterLink>
            <FooterLink to={paths.top}>Top</FooterLink>
            <FooterLink to={paths.discuss}>Discuss</FooterLink>
            <FooterLink to={paths.feedback}>Feedback</FooterLink>
          </LinkList>
        </Flex>
        <Flex
          wrap="wrap"
          align="center"
          columnGap="lg"
          rowGap="sm"
          mt="xl"
          pt="sm"
          style={{ borderTop: "var(--uv-hair)" }}
        >
          <span>
            © {foundedYear < year && `${foundedYear}–`}
            {year} {name}
          </span>
          <FooterLink to={paths.privacy}>Privacy</FooterLink>
          <FooterLink to={paths.terms}>Terms</FooterLink>
          <FooterLink to={paths.contact}>Contact</FooterLink>
          {footerLinks.map(({ label, url }) => (
            <Anchor
              key={`${label} ${url}`}
              href={url}
              rel="noopener"
              c="dimmed"
              underline="hover"
              lh="var(--uv-ctl-sm)"
            >
              {label}
            </Anchor>
          ))}
          <Group gap={0} ml={{ sm: "auto" }} aria-hidden="true">
            {inks.map((ink) => (
              <Box key={ink} w={20} h={12} bg={`var(--uv-${ink})`} />
            ))}
          </Group>
        </Flex>
      </div>
    </Box>
  );
}

function LinkList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Flex component="nav" direction="column" align="start" w={{ base: "calc(50% - 12px)", sm: 180 }} aria-label={title}>
      <Title order={2} size="sm" c="bright">
        {title}
      </Title>
      {children}
    </Flex>
  );
}

/** Tall enough for a finger on small screens. */
function FooterLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <TextLink to={to} c="dimmed" underline="hover" lh="var(--uv-ctl-sm)">
      {children}
    </TextLink>
  );
}
