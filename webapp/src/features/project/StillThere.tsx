import { useQuery } from "@connectrpc/connect-query";
import { Button, Group, Paper, Text } from "@mantine/core";
import { ButtonLink } from "../../components/ButtonLink";
import { AliveService } from "../../gen/uvboard/v1/alive_service_pb";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { plural } from "../../lib/text/text";
import { linkLabels } from "./linkLabels";
import { useChecks } from "./useChecks";

/** Asks the owner whether a project that does not answer is still there. */
export function StillThere({ project: { id }, gone }: { project: Project; gone: boolean }) {
  const { data } = useQuery(AliveService.method.getProjectChecks, { id });
  const { check, set } = useChecks(id);
  const days = data?.checks?.failedDays ?? 0;
  const reasons = (data?.checks?.links ?? []).filter(({ detail }) => detail);
  return (
    <Paper component="section" withBorder py="sm" px="md" mb="lg" fz={14} aria-labelledby="still-there">
      <Group justify="space-between" gap="sm">
        <div>
          <Text component="h2" fw={600} inherit id="still-there">
            Is it still there?
          </Text>
          It hasn't answered for {days > 0 ? plural(days, "day") : "days"}
          {reasons.map(({ link, detail }) => ` (${linkLabels[link]}: ${detail})`)}.{" "}
          {gone ? "Explore leaves it out until it answers." : "After 30 days Explore leaves it out until it answers."}
        </div>
        <Group gap="sm">
          <Button
            size="sm"
            variant="subtle"
            loading={set.isPending}
            onClick={() => set.mutate({ id, isEnabled: false })}
          >
            Switch Checks Off
          </Button>
          <Button size="sm" loading={check.isPending} onClick={() => check.mutate({ id })}>
            Check Again
          </Button>
          <ButtonLink to="/submit-project" search={{ edit: id }} size="sm" variant="filled">
            Edit Links
          </ButtonLink>
        </Group>
      </Group>
    </Paper>
  );
}
