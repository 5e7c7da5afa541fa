import { Box, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, type Ref, useId } from "react";
import css from "./Section.module.css";

/** A screen made of sections, with its heading and a sentence. */
export function SectionedPage({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) {
  return (
    <article className="wrap page">
      <Box component="header" pb="var(--uv-s7)">
        <Title>{title}</Title>
        <Text size="xl" c="dimmed" mt={12} maw="46ch">
          {text}
        </Text>
      </Box>
      {children}
    </article>
  );
}

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
    <section className={css.section} aria-labelledby={id}>
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
