import { useMutation } from "@connectrpc/connect-query";
import { Button, Text } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { ButtonLink } from "../../components/ButtonLink";
import { FormAlert } from "../../components/FormAlert";
import { NotificationService } from "../../gen/uvboard/v1/notification_service_pb";
import { useBoard } from "../../lib/board/board";
import { paths } from "../../lib/page/paths";
import { failureMessage } from "../../lib/server/failure";
import { Done } from "./Done";
import { FormPage } from "./FormPage";

const route = getRouteApi("/unsubscribe");

/** Switches off the emails of the kind that the link was in. It takes a click, since mail programs open links by themselves. */
export function UnsubscribePage() {
  const { name: boardName } = useBoard();
  const { token } = route.useSearch();
  const unsubscribe = useMutation(NotificationService.method.unsubscribe);
  if (unsubscribe.isSuccess) {
    return (
      <Done
        title="You're unsubscribed"
        text="You won't get these emails anymore. Turn them back on in Settings."
        action={
          <ButtonLink variant="filled" to={paths.settings}>
            Go to settings
          </ButtonLink>
        }
      />
    );
  }
  return (
    <FormPage
      title="Unsubscribe"
      text={`Stop getting emails like the one you came from. ${boardName} still sends emails about your account's security.`}
    >
      <FormAlert message={unsubscribe.error ? failureMessage(unsubscribe.error, "Failed to unsubscribe") : ""} />
      {token ? (
        <Button variant="filled" loading={unsubscribe.isPending} onClick={() => unsubscribe.mutate({ token })}>
          Unsubscribe
        </Button>
      ) : (
        <Text c="dimmed">This link is incomplete. Switch the emails off in Settings.</Text>
      )}
    </FormPage>
  );
}
