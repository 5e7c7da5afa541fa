import { Box, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, type Ref, useId } from "react";
import css from "./Section.module.css";

/** A screen made of sections, with its heading and a sentence. `index` is beside the sections on wide screens. */
export function SectionedPage({
  title,
  text,
  index,
  children,
}: {
  title: string;
  text: ReactNode;
  index?: ReactNode;
  children: ReactNode;
}) {
  return (
    <article className="wrap page">
      <Box component="header" pb={index ? "lg" : "var(--uv-s7)"}>
        <Title>{title}</Title>
        <Text size="xl" c="dimmed" mt={12} maw="46ch">
          {text}
        </Text>
      </Box>
      {index ? (
        <div className={css.indexed}>
          {index}
          <div>{children}</div>
        </div>
      ) : (
        children
      )}
    </article>
  );
}

/** The id of a section, by which an address leads to it, such as "second-factor". */
const anchorOf = (title: string) => title.toLowerCase().replace(/[^a-z0-9]+/g, "-");

/** A section whose heading stands beside the content on wide screens. The heading can receive focus from a script. */
export function Section({
  title,
  text,
  heading,
  children,
}: {
  title: string;
  text?: string;
  heading?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={css.section} id={anchorOf(title)} data-section aria-labelledby={id}>
      <div>
        <Title order={2} id={id} ref={heading} tabIndex={-1}>
          {title}
        </Title>
        {text && (
          <Text size="sm" c="dimmed" mt="sm" maw="52ch">
            {text}
          </Text>
        )}
      </div>
      <Stack miw={0}>{children}</Stack>
    </section>
  );
}

/** A list of titled texts. */
export function Points({ items }: { items: { title: string; text: ReactNode }[] }) {
  return (
    <Text component="ul" className="ruled" c="dimmed">
      {items.map(({ title, text }) => (
        <li key={title}>
          <Text fw={600} c="bright">
            {title}
          </Text>
          {text}
        </li>
      ))}
    </Text>
  );
}
