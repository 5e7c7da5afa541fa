import { Flex, SimpleGrid, Text, Title } from "@mantine/core";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { metricsOf } from "./metrics";
import css from "./Project.module.css";

// The number of characters that fit into the narrowest column at the large size. If one value is longer, all use the small
// size, so that values in a row look alike.
const widest = 9;

/** The problem, the solution and the metrics of a project. */
export function Impact({ project }: { project: Project }) {
  const { problem, solution, metrics: measured } = project.impact ?? {};
  const texts = [
    ["Problem", problem],
    ["Solution", solution],
  ].filter(([, text]) => text);
  const metrics = metricsOf(measured);
  const wide = metrics.some((metric) => !metric.words && metric.value.length > widest);
  if (texts.length === 0 && metrics.length === 0) return null;
  return (
    <section aria-labelledby="impact">
      <div className="head">
        <h2 id="impact">Impact</h2>
      </div>
      {texts.length > 0 && (
        <SimpleGrid cols={{ sm: texts.length }} spacing="xl" verticalSpacing="lg" className={css.texts}>
          {texts.map(([name, text]) => (
            <div key={name}>
              <Title order={3} size="h4" mb={4}>
                {name}
              </Title>
              <Text c="dimmed" inherit>
                {text}
              </Text>
            </div>
          ))}
        </SimpleGrid>
      )}
      {metrics.length > 0 && (
        <dl className={css.metrics}>
          {metrics.map((metric) => (
            <Flex key={metric.name} direction="column-reverse" justify="flex-end" gap={4} miw={0}>
              <Text component="dt" size="sm" c="dimmed">
                {metric.name}
              </Text>
              <Text component="dd" className="score" fz={metric.words || wide ? 24 : 40}>
                {metric.value}
              </Text>
            </Flex>
          ))}
        </dl>
      )}
    </section>
  );
}
