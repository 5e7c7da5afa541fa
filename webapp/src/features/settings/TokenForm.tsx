import { createConnectQueryKey, useMutation } from "@connectrpc/connect-query";
import { TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Button } from "../../components/Button";
import { FormAlert } from "../../components/FormAlert";
import { SelectField } from "../../components/SelectField";
import { AccountService, type CreateTokenResponse } from "../../gen/uvboard/v1/account_service_pb";
import { required, useForm } from "../../lib/useForm";
import { checkToken } from "./checks";
import css from "./Settings.module.css";

const spans = [
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "365 days" },
];

type Values = { name: string; expiresInDays: string };

const toToken = ({ name, expiresInDays }: Values) => ({ name, expiresInDays: Number(expiresInDays) });

/** Makes an access token. */
export function TokenForm({ onMade }: { onMade: (made: CreateTokenResponse) => void }) {
  const client = useQueryClient();
  // The secret must not stay in memory.
  const create = useMutation(AccountService.method.createToken, { gcTime: 0 });
  const form = useForm<Values>({
    initial: { name: "", expiresInDays: "90" },
    check: (values) => checkToken(toToken(values)),
    send: async (values) => {
      onMade(await create.mutateAsync(toToken(values)));
      void client.invalidateQueries({
        queryKey: createConnectQueryKey({ schema: AccountService.method.listTokens, cardinality: undefined }),
      });
    },
    otherwise: "Failed to create the token",
  });

  return (
    <form {...form.form} className={css.form} aria-label="New access token">
      <FormAlert {...form.alert} />
      <div className={css.token}>
        <TextInput {...form.field("name")} {...required} label="Name" placeholder="What it is for" autoComplete="off" />
        <SelectField
          label="Expires"
          value={form.values.expiresInDays}
          options={spans}
          onChange={(days) => form.set("expiresInDays", days)}
        />
        <Button type="submit" busy={form.busy}>
          {form.busy ? "Creating..." : "Create Token"}
        </Button>
      </div>
    </form>
  );
}
