import { useMutation, useQuery } from "@connectrpc/connect-query";
import { Switch } from "@mantine/core";
import { Section } from "../../components/Section";
import { ErrorState } from "../../components/States";
import { type EmailPreference, NotificationService } from "../../gen/uvboard/v1/notification_service_pb";
import { failureMessage } from "../../lib/server/failure";
import { useInvalidate } from "../../lib/server/query";
import { stale } from "../../lib/server/stale";
import { toastError } from "../../lib/ui/toast";
import { RowsSkeleton } from "./RowsSkeleton";

/** The optional emails beside those of notifications, which have their table. */
export function EmailsSection() {
  const query = useQuery(NotificationService.method.listEmailPreferences, {}, { staleTime: stale.now });
  return (
    <Section title="Emails" text="Emails about your account and its security are always sent.">
      {query.isPending && <RowsSkeleton />}
      {query.error && !query.data && (
        <ErrorState title="Couldn't load your email settings" error={query.error} onRetry={query.refetch} />
      )}
      {query.data?.preferences
        .filter(({ category }) => category !== "notifications")
        .map((preference) => (
          <Preference key={preference.category} preference={preference} />
        ))}
    </Section>
  );
}

function Preference({ preference: { category, title, about, isOn } }: { preference: EmailPreference }) {
  const invalidate = useInvalidate();
  const set = useMutation(NotificationService.method.setEmailPreference, {
    onSuccess: () => invalidate(NotificationService.method.listEmailPreferences),
    onError: (error) => toastError("Not Saved", failureMessage(error, "Failed to save the setting")),
  });
  return (
    <Switch
      label={title}
      description={about}
      checked={set.isPending ? (set.variables?.isOn ?? isOn) : isOn}
      onChange={(event) => set.mutate({ category, isOn: event.currentTarget.checked })}
    />
  );
}
