import { useMutation } from "@connectrpc/connect-query";
import { Button, Flex, NativeSelect, TextInput } from "@mantine/core";
import { ProtoForm } from "../../components/ProtoForm";
import {
  AccountService,
  CreateTokenRequestSchema,
  type CreateTokenResponse,
} from "../../gen/uvboard/v1/account_service_pb";
import { useInvalidate } from "../../lib/query";
import { required, useProtoForm } from "../../lib/useProtoForm";

const spans = [
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "365 days" },
];

/** Creates an access token. */
export function TokenForm({ onMade }: { onMade: (made: CreateTokenResponse) => void }) {
  const invalidate = useInvalidate();
  // The secret must not stay in memory.
  const create = useMutation(AccountService.method.createToken, { gcTime: 0 });
  const form = useProtoForm({
    initialValues: { name: "", expiresInDays: "90" },
    schema: CreateTokenRequestSchema,
    toMessage: ({ name, expiresInDays }) => ({ name, expiresInDays: Number(expiresInDays) }),
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
        {/* The height of a label, so that the button aligns with the inputs. */}
        <Button type="submit" mt={{ base: 4, sm: 26 }} loading={form.busy}>
          {form.busy ? "Creating..." : "Create Token"}
        </Button>
      </Flex>
    </ProtoForm>
  );
}
