import { useMutation } from "@connectrpc/connect-query";
import { Button } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { ProtoForm } from "../../components/ProtoForm";
import { EmptyState } from "../../components/States";
import { AccountService, CreateFirstAdminRequestSchema } from "../../gen/uvboard/v1/account_service_pb";
import { useBoard } from "../../lib/board/board";
import { useProtoForm } from "../../lib/form/useProtoForm";
import { checkRepeated } from "../../lib/session/password";
import { useSessionChange } from "../../lib/session/sessionChange";
import { FormPage } from "./FormPage";
import { NewAccountInputs } from "./NewAccountInputs";

const route = getRouteApi("/setup");

/** Makes the first admin's account when the operator opens the link that the server printed. */
export function SetupPage() {
  const { token } = route.useSearch();
  if (token) return <FirstAdmin token={token} />;
  return (
    <div className="wrap page" role="alert">
      <EmptyState
        level={1}
        title="This setup link is not complete"
        text="Copy the whole address that uvboard serve printed. On the server, uvboard admin setup-link prints a new one."
      />
    </div>
  );
}

function FirstAdmin({ token }: { token: string }) {
  const { name: boardName } = useBoard();
  const navigate = route.useNavigate();
  const session = useSessionChange();
  // Passwords must not stay in memory.
  const create = useMutation(AccountService.method.createFirstAdmin, { gcTime: 0 });
  const form = useProtoForm({
    initialValues: { username: "", email: "", password: "", confirm: "" },
    schema: CreateFirstAdminRequestSchema,
    toMessage: ({ username, email, password }) => ({ token, username, email, password }),
    check: ({ password, confirm }) => checkRepeated(password, confirm),
    submit: async (request) => {
      const { user } = await create.mutateAsync(request);
      if (user) await session.start(user);
      // Going back must not lead to the used link.
      await navigate({ to: "/admin", replace: true });
    },
    fallback: "Couldn't create the account",
  });

  return (
    <FormPage title={`Set up ${boardName}`} text="You become the first admin.">
      <ProtoForm form={form} label="Set up">
        <NewAccountInputs form={form} />
        <Button type="submit" variant="filled" fullWidth loading={form.busy}>
          {form.busy ? "Creating account..." : "Create account"}
        </Button>
      </ProtoForm>
    </FormPage>
  );
}
