import { Box, Stack, Tabs, Text, Title } from "@mantine/core";
import { useState } from "react";
import { ButtonLink } from "../../components/ButtonLink";
import { PageHead } from "../../components/PageHead";
import { UserText } from "../../components/UserText";
import { paths } from "../../lib/page/paths";
import css from "./GuidePage.module.css";
import guide from "./guide.json";

type Example = { name: string; html: string };
type Section = { title: string; parts: { html?: string; examples?: Example[] }[] };

const [intro, ...sections] = guide as [Section, ...Section[]];
/** The examples call this board, whatever address the guide was written with. */
const here = (html: string) => html.replaceAll("http://localhost:8080", window.location.origin);
const anchor = (title: string) => title.toLowerCase().replaceAll(" ", "-");

/** The guide of docs/api/README.md. A test renders it as guide.json. */
export function GuidePage() {
  // Every example shows the language that was chosen last, if it has that one.
  const [language, setLanguage] = useState("curl");
  const show = ({ title, parts }: Section) =>
    parts.map(({ html, examples }) =>
      examples ? (
        <Examples key={examples[0]?.html} of={title} examples={examples} language={language} onChoose={setLanguage} />
      ) : (
        <UserText key={html} html={here(html ?? "")} />
      ),
    );
  return (
    <article className="wrap page">
      <PageHead title="API Guide">
        How scripts and programs use this site: with curl, grpcurl, Go or TypeScript. Every example runs as printed.
      </PageHead>
      <ButtonLink to={paths.api}>Try the API</ButtonLink>
      <div className={css.columns}>
        <Stack gap="var(--uv-s7)" miw={0}>
          <Stack>{show(intro)}</Stack>
          {sections.map((section) => (
            <Stack key={section.title} component="section" id={anchor(section.title)} gap="md">
              <Title order={2}>{section.title}</Title>
              {show(section)}
            </Stack>
          ))}
        </Stack>
        <Box component="nav" className={css.contents} aria-label="On this page">
          <ul>
            {sections.map(({ title }) => (
              <li key={title}>
                <Text component="a" href={`#${anchor(title)}`} size="sm" c="dimmed">
                  {title}
                </Text>
              </li>
            ))}
          </ul>
        </Box>
      </div>
    </article>
  );
}

/** One example in several languages. */
function Examples({
  of,
  examples,
  language,
  onChoose,
}: {
  of: string;
  examples: Example[];
  language: string;
  onChoose: (language: string) => void;
}) {
  const chosen = examples.find(({ name }) => name === language) ?? examples[0];
  return (
    <Tabs value={chosen?.name} onChange={(name) => name && onChoose(name)} keepMounted={false}>
      <Tabs.List aria-label={`${of}: language`}>
        {examples.map(({ name }) => (
          <Tabs.Tab key={name} value={name}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {examples.map(({ name, html }) => (
        <Tabs.Panel key={name} value={name} className={css.code}>
          <UserText html={here(html)} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
