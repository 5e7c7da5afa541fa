import { useMutation } from "@connectrpc/connect-query";
import { Button, Text } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { ButtonLink } from "../../components/ButtonLink";
import { FormAlert } from "../../components/FormAlert";
import { WeeklyService } from "../../gen/uvboard/v1/weekly_service_pb";
import { useBoard } from "../../lib/board/board";
import { paths } from "../../lib/page/paths";
import { failureMessage } from "../../lib/server/failure";
import { Done } from "./Done";
import { FormPage } from "./FormPage";

// Both pages take a click, since mail programs open links by themselves.

const confirmRoute = getRouteApi("/weekly/confirm");
const unsubscribeRoute = getRouteApi("/weekly/unsubscribe");

const toWeekly = (
  <ButtonLink variant="filled" to={paths.weekly}>
    Read the latest issues
  </ButtonLink>
);

/** Confirms the subscription of the address that the link was mailed to. */
export function ConfirmWeeklyPage() {
  const { name: boardName } = useBoard();
  const { token } = confirmRoute.useSearch();
  const confirm = useMutation(WeeklyService.method.confirmWeekly);
  if (confirm.isSuccess) {
    return <Done title="You're subscribed" text="The next issue comes to your inbox." action={toWeekly} />;
  }
  return (
    <FormPage
      title="Confirm your subscription"
      text={`Get the best of ${boardName} by email, once a week. Every email has a link that ends it.`}
    >
      <FormAlert message={confirm.error ? failureMessage(confirm.error, "Failed to confirm") : ""} />
      {token ? (
        <Button variant="filled" loading={confirm.isPending} onClick={() => confirm.mutate({ token })}>
          Confirm
        </Button>
      ) : (
        <Text c="dimmed">This link is incomplete. Copy all of it from the email.</Text>
      )}
    </FormPage>
  );
}

/** Ends the subscription of the address that the link was mailed to. */
export function UnsubscribeWeeklyPage() {
  const { token } = unsubscribeRoute.useSearch();
  const unsubscribe = useMutation(WeeklyService.method.unsubscribeWeekly);
  if (unsubscribe.isSuccess) {
    return (
      <Done
        title="You're unsubscribed"
        text="We've deleted your address. You won't get the weekly anymore."
        action={toWeekly}
      />
    );
  }
  return (
    <FormPage title="Unsubscribe from the weekly" text="We'll delete your address from the list at once.">
      <FormAlert message={unsubscribe.error ? failureMessage(unsubscribe.error, "Failed to unsubscribe") : ""} />
      {token ? (
        <Button variant="filled" loading={unsubscribe.isPending} onClick={() => unsubscribe.mutate({ token })}>
          Unsubscribe
        </Button>
      ) : (
        <Text c="dimmed">This link is incomplete. Copy all of it from the email.</Text>
      )}
    </FormPage>
  );
}
