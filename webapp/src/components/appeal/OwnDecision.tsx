import { useQuery } from "@connectrpc/connect-query";
import { Anchor } from "@mantine/core";
import { type Appeal, AppealStatus } from "../../gen/uvboard/v1/appeal_pb";
import { AppealService } from "../../gen/uvboard/v1/appeal_service_pb";
import { ReportTargetType } from "../../gen/uvboard/v1/moderation_pb";
import { paths } from "../../lib/page/paths";
import { useLazyComponent } from "../../lib/page/useLazyComponent";
import { stale } from "../../lib/server/stale";
import { useDialog } from "../../lib/ui/useDialog";
import { TextLink } from "../ButtonLink";

const loadDialog = () => import("./AppealDialog").then((file) => file.AppealDialog);

/**
 * Why the user's item is hidden or the account is suspended, and the appeal against it. The reason of a suspension is not
 * repeated: the notice says it. Without a decision of a moderator it says whom to ask.
 */
export function OwnDecision({ type, id }: { type: ReportTargetType; id: string }) {
  const { data, error } = useQuery(
    AppealService.method.getDecision,
    { targetType: type, targetId: id },
    { staleTime: stale.now },
  );
  const dialog = useDialog();
  const Dialog = useLazyComponent(loadDialog, dialog.opened, dialog.close);
  const decision = data?.decision;
  if (!decision) return error && <Ask />;
  return (
    <>
      {type !== ReportTargetType.USER && decision.reason && (
        <span style={{ overflowWrap: "anywhere" }}> Reason: {decision.reason}</span>
      )}{" "}
      {decision.appeal ? (
        <span style={{ overflowWrap: "anywhere" }}>{said(decision.appeal)}</span>
      ) : (
        <>
          If this is a mistake, you can{" "}
          <Anchor component="button" type="button" inherit underline="always" onClick={dialog.open}>
            appeal once
          </Anchor>
          .
        </>
      )}{" "}
      <TextLink to={paths.moderation}>How we decide</TextLink>
      {Dialog && <Dialog key={dialog.key} type={type} id={id} opened={dialog.opened} onClose={dialog.close} />}
    </>
  );
}

function said({ status, answer }: Appeal): string {
  switch (status) {
    case AppealStatus.GRANTED:
      return "Your appeal was granted.";
    case AppealStatus.REFUSED:
      return `Your appeal was refused: ${answer}`;
    default:
      return "Your appeal waits for a moderator. You'll be notified of the outcome.";
  }
}

const Ask = () => (
  <>
    {" "}
    The <TextLink to={paths.guidelines}>guidelines</TextLink> say what may be hidden. If this was a mistake,{" "}
    <TextLink to={paths.contact}>contact us</TextLink>.
  </>
);
