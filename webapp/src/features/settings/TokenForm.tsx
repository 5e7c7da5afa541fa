import { useMutation } from "@connectrpc/connect-query";
import { Button, Checkbox, Flex, Group, NativeSelect, TextInput } from "@mantine/core";
import { ProtoForm } from "../../components/ProtoForm";
import {
  AccountService,
  CreateTokenRequestSchema,
  type CreateTokenResponse,
} from "../../gen/uvboard/v1/account_service_pb";
import { TokenScope } from "../../gen/uvboard/v1/options_pb";
import type { SessionUser } from "../../gen/uvboard/v1/user_pb";
import type { FieldErrors } from "../../lib/form/formErrors";
import { required, useProtoForm } from "../../lib/form/useProtoForm";
import { useInvalidate } from "../../lib/server/query";
import { moderates } from "../../lib/session/role";

/** What a token may do, as shown. */
const scopeNames: [TokenScope, string][] = [
  [TokenScope.READ, "Read"],
  [TokenScope.WRITE, "Write"],
  [TokenScope.MODERATE, "Moderate"],
  [TokenScope.ADMIN, "Administrate"],
];

/** Names scopes. */
export const may = (scopes: TokenScope[]) =>
  scopeNames
    .filter(([scope]) => scopes.includes(scope))
    .map(([, name]) => name)
    .join(", ");

const spans = [
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "365 days" },
];

/** Creates an access token, with the scopes that the role of the user allows. */
export function TokenForm({ user, onMade }: { user: SessionUser; onMade: (made: CreateTokenResponse) => void }) {
  const scopeCount = user.isAdmin ? 4 : moderates(user) ? 3 : 2;
  const invalidate = useInvalidate();
  // The secret must not stay in memory.
  const create = useMutation(AccountService.method.createToken, { gcTime: 0 });
  const form = useProtoForm({
    initialValues: { name: "", expiresInDays: "90", scopes: ["1", "2"] },
    schema: CreateTokenRequestSchema,
    toMessage: ({ name, expiresInDays, scopes }) => ({
      name,
      expiresInDays: Number(expiresInDays),
      scopes: scopes.map(Number),
    }),
    check: ({ scopes }): FieldErrors => (scopes.length > 0 ? {} : { scopes: "Choose at least one" }),
    submit: async (request) => {
      onMade(await create.mutateAsync(request));
      void invalidate(AccountService.method.listTokens);
    },
    fallback: "Failed to create the token",
  });

  return (
    <ProtoForm form={form} label="New access token">
      <Flex direction={{ base: "column", sm: "row" }} gap={12}>
        <TextInput
          flex={1}
          {...form.getInputProps("name")}
          {...required}
          label="Name"
          placeholder="e.g. Backup script"
          autoComplete="off"
        />
        <NativeSelect w={{ sm: 128 }} label="Expires" {...form.getInputProps("expiresInDays")} data={spans} />
      </Flex>
      <Checkbox.Group {...form.getInputProps("scopes")} label="May">
        <Group gap="md" mt={8}>
          {scopeNames.slice(0, scopeCount).map(([scope, name]) => (
            <Checkbox key={scope} value={String(scope)} label={name} />
          ))}
        </Group>
      </Checkbox.Group>
      <Button type="submit" style={{ alignSelf: "flex-start" }} loading={form.busy}>
        {form.busy ? "Creating..." : "Create Token"}
      </Button>
    </ProtoForm>
  );
}
