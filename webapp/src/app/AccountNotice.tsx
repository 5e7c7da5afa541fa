import { Alert, Button, Group } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { OwnDecision } from "../components/appeal/OwnDecision";
import { TextLink } from "../components/ButtonLink";
import { ReportTargetType } from "../gen/uvboard/v1/moderation_pb";
import type { Suspension, Warning } from "../gen/uvboard/v1/user_pb";
import { paths } from "../lib/page/paths";
import { formatTime, toDate } from "../lib/text/time";
import css from "./AccountNotice.module.css";

/** Tells a suspended, banned or warned user about it on every page. A warning can be dismissed. */
export function AccountNotice({
  userId,
  suspension,
  warning,
}: {
  userId: string;
  suspension: Suspension | undefined;
  warning: Warning | undefined;
}) {
  // The key contains the user's id, so that deleting the account removes it.
  const [read, setRead] = useLocalStorage({ key: `uvboard:warning:${userId}`, getInitialValueInEffect: false });
  return (
    <div className={`wrap ${css.notices}`}>
      {suspension && (
        <Alert role="note">
          <b>
            {suspension.until
              ? `Your account is suspended until ${formatTime(toDate(suspension.until))}.`
              : "Your account is banned."}
          </b>{" "}
          {suspension.reason && `Reason: ${suspension.reason} `}
          <span className={css.rest}>
            You can read everything, but not post, vote or edit.
            <OwnDecision type={ReportTargetType.USER} id={userId} />
          </span>
        </Alert>
      )}
      {warning && warning.id !== read && (
        <Alert role="note">
          <Group justify="space-between" gap="sm">
            <span className={css.text}>
              <b>A moderator has sent you a warning.</b> {warning.reason}{" "}
              <span className={css.rest}>
                Please read the <TextLink to={paths.guidelines}>guidelines</TextLink>.
              </span>
            </span>
            <Button size="sm" onClick={() => setRead(warning.id)}>
              I Understand
            </Button>
          </Group>
        </Alert>
      )}
    </div>
  );
}
