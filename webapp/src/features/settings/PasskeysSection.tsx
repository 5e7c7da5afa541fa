import { useMutation, useQuery } from "@connectrpc/connect-query";
import { Button, Flex, Text, TextInput } from "@mantine/core";
import { IconFingerprint } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { ProtoForm } from "../../components/ProtoForm";
import { Section } from "../../components/Section";
import { ErrorState } from "../../components/States";
import { CreatePasskeyRequestSchema, type Passkey, PasskeyService } from "../../gen/uvboard/v1/passkey_service_pb";
import { required, useProtoForm } from "../../lib/form/useProtoForm";
import { useInvalidate } from "../../lib/server/query";
import { stale } from "../../lib/server/stale";
import { createPasskey, useOffersPasskeys } from "../../lib/session/passkey";
import { useSessionChange } from "../../lib/session/sessionChange";
import { formatDate, toDate } from "../../lib/text/time";
import { toast } from "../../lib/ui/toast";
import { RecoveryCodes } from "./RecoveryCodes";
import { RemovableRow } from "./RemovableRow";
import { RowsSkeleton } from "./RowsSkeleton";
import { lastUsed } from "./when";

/** The user's passkeys. Nothing is shown where there are none, unless some are left. */
export function PasskeysSection() {
  const offered = useOffersPasskeys();
  const heading = useRef<HTMLHeadingElement>(null);
  const [codes, setCodes] = useState<string[]>();
  const { data, error, isPending, refetch } = useQuery(
    PasskeyService.method.listPasskeys,
    {},
    { staleTime: stale.now },
  );
  if (!offered && !data?.passkeys.length) return null;
  const focus = () => heading.current?.focus();
  return (
    <Section
      title="Passkeys"
      text="Log in with your fingerprint, face or device PIN instead of a password. With a passkey, your password alone is not enough to log in."
      heading={heading}
    >
      {codes ? (
        <RecoveryCodes
          codes={codes}
          without="passkey"
          onDone={() => {
            setCodes(undefined);
            focus();
          }}
        />
      ) : (
        offered && <PasskeyForm onCodes={setCodes} />
      )}
      {isPending && <RowsSkeleton />}
      {error && !data && <ErrorState title="Couldn't load your passkeys" error={error} onRetry={refetch} />}
      {data?.passkeys.length === 0 && <Text c="dimmed">You have no passkeys.</Text>}
      {data && data.passkeys.length > 0 && (
        <ul className="ruled" aria-label="Passkeys">
          {data.passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRemoved={focus} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function PasskeyForm({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const invalidate = useInvalidate();
  const session = useSessionChange();
  const begin = useMutation(PasskeyService.method.beginPasskey, { gcTime: 0 });
  // Recovery codes must not stay in memory.
  const create = useMutation(PasskeyService.method.createPasskey, { gcTime: 0 });
  const form = useProtoForm({
    initialValues: { name: "" },
    schema: CreatePasskeyRequestSchema,
    toMessage: (values) => values,
    submit: async (request) => {
      const { token, options } = await begin.mutateAsync({});
      const credential = await createPasskey(options);
      const { recoveryCodes } = await create.mutateAsync({ ...request, token, credential });
      void session.refresh();
      await invalidate(PasskeyService.method.listPasskeys);
      form.reset();
      if (recoveryCodes.length > 0) onCodes(recoveryCodes);
      else toast("Passkey Added", "You can now log in with it.");
    },
    fallback: "Failed to add the passkey",
  });
  return (
    <ProtoForm form={form} label="New passkey">
      <Flex direction={{ base: "column", sm: "row" }} gap={12}>
        <TextInput
          flex={1}
          {...form.getInputProps("name")}
          {...required}
          label="Passkey name"
          placeholder="e.g. Phone"
          autoComplete="off"
        />
        {/* The height of a label, so that the button aligns with the input. */}
        <Button type="submit" mt={{ base: 4, sm: 26 }} loading={form.busy}>
          {form.busy ? "Adding..." : "Add Passkey"}
        </Button>
      </Flex>
    </ProtoForm>
  );
}

function PasskeyRow({ passkey, onRemoved }: { passkey: Passkey; onRemoved: () => void }) {
  const session = useSessionChange();
  const remove = useMutation(PasskeyService.method.deletePasskey);
  const { id, name, synced } = passkey;
  const created = toDate(passkey.createdAt);
  return (
    <RemovableRow
      icon={IconFingerprint}
      title={name}
      removal={{
        action: "Remove",
        busyAction: "Removing...",
        text: "You can't log in with it anymore. Remove it from your device or password manager too.",
        list: PasskeyService.method.listPasskeys,
        remove: () => remove.mutateAsync({ id }),
        busy: remove.isPending,
        fallback: "Failed to remove the passkey",
        onRemoved: () => {
          void session.refresh();
          toast("Passkey Removed", `${name} no longer logs you in.`);
          onRemoved();
        },
      }}
    >
      {created && `Created ${formatDate(created)} · `}
      {synced && "Synced between your devices · "}
      {lastUsed(toDate(passkey.lastUsedAt), Date.now(), "hour")}
    </RemovableRow>
  );
}
