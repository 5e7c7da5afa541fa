import { useQuery } from "@connectrpc/connect-query";
import { Button, Text } from "@mantine/core";
import { TextLink } from "../../components/ButtonLink";
import { SideError } from "../../components/States";
import { type CheckDay, CheckResult, type ProjectChecks } from "../../gen/uvboard/v1/alive_pb";
import { AliveService } from "../../gen/uvboard/v1/alive_service_pb";
import { paths } from "../../lib/page/paths";
import css from "./CheckDays.module.css";
import { answerLine } from "./checkLine";
import { linkLabels } from "./linkLabels";
import { useChecks } from "./useChecks";

const kinds: Partial<Record<CheckResult, string>> = {
  [CheckResult.ANSWERED]: "answered",
  [CheckResult.FAILED]: "failed",
  [CheckResult.UNKNOWN]: "unknown",
};

/** On how many days the link of a project answered, with a bar for each day. Its owner can switch the checks off. */
export function CheckDays({ id, own, known }: { id: string; own: boolean; known: boolean }) {
  const { data, error, refetch } = useQuery(AliveService.method.getProjectChecks, { id });
  const checks = data?.checks;
  if (error) return <SideError error={error} onRetry={refetch} />;
  if (!checks) return null;
  return (
    <>
      <Text size="sm" mt="sm">
        {answerLine(checks, known)}
      </Text>
      <Bars days={checks.days} />
      <Reasons checks={checks} />
      {own && <Switch id={id} enabled={checks.isEnabled} />}
    </>
  );
}

// The line above says it in words.
const Bars = ({ days }: { days: CheckDay[] }) =>
  days.length > 0 && (
    <div className={css.days} aria-hidden="true">
      {days.map(({ day, result }) => (
        <i key={day} title={day} data-result={kinds[result]} />
      ))}
    </div>
  );

const Reasons = ({ checks }: { checks: ProjectChecks }) =>
  checks.isEnabled &&
  checks.links.map(({ link, result, detail }) =>
    detail ? (
      <Text key={link} className="faint xs">
        {linkLabels[link]}: {result === CheckResult.UNKNOWN ? "cannot be checked. " : ""}
        {detail}.
      </Text>
    ) : null,
  );

function Switch({ id, enabled }: { id: string; enabled: boolean }) {
  const { set } = useChecks(id);
  return (
    <Text className="faint xs" mt={8}>
      <TextLink to={paths.checks} inherit>
        How links are checked
      </TextLink>{" "}
      <Button
        size="compact-xs"
        variant="subtle"
        loading={set.isPending}
        onClick={() => set.mutate({ id, isEnabled: !enabled })}
      >
        {enabled ? "Switch Checks Off" : "Switch Checks On"}
      </Button>
    </Text>
  );
}
