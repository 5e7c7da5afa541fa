import { useMutation } from "@connectrpc/connect-query";
import { Button, Text } from "@mantine/core";
import { IconCircle, IconCircleCheckFilled } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { ButtonLink, TextLink } from "../../../components/ButtonLink";
import { CopyButton } from "../../../components/CopyButton";
import type { SetupStep } from "../../../gen/uvboard/v1/admin_pb";
import { AdminService } from "../../../gen/uvboard/v1/admin_service_pb";
import { ForumService } from "../../../gen/uvboard/v1/forum_service_pb";
import { useInvitationNeeded } from "../../../lib/board/board";
import { paths } from "../../../lib/page/paths";
import { failureMessage, readFailure } from "../../../lib/server/failure";
import { useInvalidate } from "../../../lib/server/query";
import { plural } from "../../../lib/text/text";
import { toast, toastError } from "../../../lib/ui/toast";
import { useDialog } from "../../../lib/ui/useDialog";
import { act } from "../act";
import { adminTime } from "../date";
import { starterChannels } from "./channels";
import css from "./Overview.module.css";
import { TestMailDialog } from "./TestMailDialog";

type Words = { title: string; text?: string; Action?: (step: SetupStep) => ReactNode };

const steps: Record<string, Words> = {
  mail: { title: "Send mail", Action: TestMail },
  channels: {
    title: "Open channels",
    text: `Discuss starts with channels, such as ${starterChannels.map(({ name }) => name).join(", ")}.`,
    Action: Channels,
  },
  feeds: { title: "Read the news", Action: () => <GoTo tab="news" label="Feeds" /> },
  vibekit: { title: "Turn on VibeKit", Action: TestKey },
  donations: { title: "Take donations", Action: TestKey },
  first_project: {
    title: "Share the first project",
    text: "Submit one yourself, or bring a list with uvboard import FILE.json.",
    Action: ({ done }) =>
      done ? (
        <GoTo tab="projects" label="Projects" />
      ) : (
        <ButtonLink size="sm" to={paths.submit}>
          Submit a project
        </ButtonLink>
      ),
  },
  first_feature: {
    title: "Feature a project",
    text: "Featured projects lead the home page, another one each day.",
    Action: () => <GoTo tab="featured" label="Featured" />,
  },
  invite: { title: "Invite people", text: "Send them the link to sign up.", Action: Invite },
};

/** The steps of the first hour, with what to do about each. */
export function Setup({ steps: states }: { steps: SetupStep[] }) {
  return (
    <ol className={css.steps}>
      {states.map((step) => {
        const { id, done, detail, testedAt } = step;
        const { title, text, Action } = steps[id] ?? { title: id };
        return (
          <li key={id} className={css.step} data-done={done || undefined}>
            {done ? (
              <IconCircleCheckFilled size={20} role="img" aria-label="Done" />
            ) : (
              <IconCircle size={20} role="img" aria-label="Not done" />
            )}
            <div>
              <Text fw={600}>{title}</Text>
              <Text size="sm" c="dimmed">
                {detail} {!done && text} {testedAt && `Tested ${adminTime(testedAt)}.`}
              </Text>
            </div>
            {Action && (
              <div className={css.act}>
                <Action {...step} />
              </div>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function GoTo({ tab, label }: { tab: string; label: string }) {
  return (
    <ButtonLink size="sm" to={paths.admin} search={{ tab }}>
      {label}
    </ButtonLink>
  );
}

function TestMail() {
  const dialog = useDialog();
  return (
    <>
      <Button size="sm" onClick={dialog.open}>
        Send a test
      </Button>
      <TestMailDialog key={dialog.key} opened={dialog.opened} onClose={dialog.close} />
    </>
  );
}

/** Tests the key of a provider with a request that costs nothing. */
function TestKey({ id, canTest }: SetupStep) {
  const test = useMutation(AdminService.method.testSetupStep);
  const invalidate = useInvalidate();
  if (!canTest) return null;
  const run = () =>
    act(async () => {
      const { step } = await test.mutateAsync({ id });
      await invalidate(AdminService.method.getOverview);
      if (step?.done) toast("Success", step.detail);
      else toastError("Error", step?.detail);
    }, "Failed to test the key.");
  return (
    <Button size="sm" loading={test.isPending} onClick={() => void run()}>
      Test the key
    </Button>
  );
}

function Channels({ done }: { done: boolean }) {
  const create = useMutation(ForumService.method.createChannel);
  const invalidate = useInvalidate();
  if (done) return <GoTo tab="forum" label="Channels" />;
  const add = async () => {
    let made = 0;
    try {
      for (const channel of starterChannels) {
        try {
          await create.mutateAsync(channel);
          made++;
        } catch (error) {
          // Another admin made one of this name.
          if (!readFailure(error).fields.name) throw error;
        }
      }
      toast("Success", `${plural(made, "channel")} added.`);
    } catch (error) {
      const reason = failureMessage(error, "Failed to add the channels.");
      toastError("Error", made > 0 ? `${plural(made, "channel")} added. ${reason}` : reason);
    }
    await invalidate(AdminService, ForumService);
  };
  return (
    <Button size="sm" loading={create.isPending} onClick={() => void add()}>
      Add these {starterChannels.length}
    </Button>
  );
}

function Invite() {
  if (useInvitationNeeded()) return <TextLink to={paths.settings}>Invite in your settings</TextLink>;
  return <CopyButton value={() => location.origin + paths.register} label="Copy the link" done="Link copied!" />;
}
