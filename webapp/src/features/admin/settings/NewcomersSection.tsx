import { createConnectQueryKey, useMutation, useQuery, useTransport } from "@connectrpc/connect-query";
import { Button, Radio, Stack, Switch, Textarea, Title } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { ProtoForm } from "../../../components/ProtoForm";
import { FirstPosts, type Newcomers } from "../../../gen/uvboard/v1/board_pb";
import { BoardService, UpdateBoardRequestSchema } from "../../../gen/uvboard/v1/board_service_pb";
import { useProtoForm } from "../../../lib/form/useProtoForm";
import { useInvalidate } from "../../../lib/server/query";
import { stale } from "../../../lib/server/stale";
import { toast } from "../../../lib/ui/toast";

const firstPosts = [
  {
    value: FirstPosts.OPEN,
    label: "Nothing waits",
    description: "Everything appears at once. Spam stays until somebody reports it.",
  },
  {
    value: FirstPosts.LINKS,
    label: "Texts with links wait",
    description:
      "Until 3 of them are approved. Most newcomers post at once, and a wave of spam reaches nobody. New projects that lead to the same site wait too.",
  },
  {
    value: FirstPosts.REVIEW,
    label: "All first posts wait",
    description: "Until 3 of them are approved. Nothing of a newcomer appears while no moderator is here.",
  },
];

/** The rules for newcomers, which only admins read. */
export function NewcomersSection() {
  const { data } = useQuery(BoardService.method.getBoardSettings, {}, { staleTime: stale.now });
  return data?.board?.newcomers ? <NewcomersForm newcomers={data.board.newcomers} /> : null;
}

const toText = (list: Newcomers["blockedMailDomains"]) => list?.values.join("\n") ?? "";
const toList = (text: string) => ({ values: text.split(/[\s,;]+/).filter(Boolean) });

const valuesOf = (newcomers: Newcomers) => ({
  newcomers: {
    firstPosts: String(newcomers.firstPosts ?? FirstPosts.LINKS),
    watchedWords: toText(newcomers.watchedWords),
    blockedMailDomains: toText(newcomers.blockedMailDomains),
    allowedMailDomains: toText(newcomers.allowedMailDomains),
    proofOfWork: newcomers.proofOfWork ?? false,
  },
});

function NewcomersForm({ newcomers }: { newcomers: Newcomers }) {
  const client = useQueryClient();
  const transport = useTransport();
  const invalidate = useInvalidate();
  const update = useMutation(BoardService.method.updateBoard);
  const form = useProtoForm({
    initialValues: valuesOf(newcomers),
    schema: UpdateBoardRequestSchema,
    toMessage: ({ newcomers }) => ({
      newcomers: {
        firstPosts: Number(newcomers.firstPosts),
        watchedWords: { values: newcomers.watchedWords.split("\n").filter((word) => word.trim()) },
        blockedMailDomains: toList(newcomers.blockedMailDomains),
        allowedMailDomains: toList(newcomers.allowedMailDomains),
        proofOfWork: newcomers.proofOfWork,
      },
    }),
    submit: async (message) => {
      const { board } = await update.mutateAsync(message);
      const queryKey = createConnectQueryKey({
        schema: BoardService.method.getBoardSettings,
        input: {},
        transport,
        cardinality: "finite",
      });
      client.setQueryData(queryKey, { $typeName: "uvboard.v1.GetBoardSettingsResponse", board });
      if (board?.newcomers) form.setValues(valuesOf(board.newcomers));
      toast("Saved", "The rules for newcomers apply from now on.");
      await invalidate(BoardService.method.getBoard);
    },
    fallback: "Failed to save the rules for newcomers.",
  });
  return (
    <ProtoForm form={form} label="Newcomers">
      <Title order={2}>Newcomers</Title>
      <Radio.Group {...form.getInputProps("newcomers.firstPosts")} label="First posts">
        <Stack gap="sm" mt={8}>
          {firstPosts.map(({ value, ...words }) => (
            <Radio key={value} value={String(value)} {...words} />
          ))}
        </Stack>
      </Radio.Group>
      <Textarea
        {...form.getInputProps("newcomers.watchedWords")}
        label="Watched words"
        description="One word or phrase a line. A text with one of them waits, whoever wrote it. Case and accents don't matter."
        autosize
        minRows={3}
        maxRows={10}
      />
      <Textarea
        {...form.getInputProps("newcomers.blockedMailDomains")}
        label="Blocked mail domains"
        description="Nobody can sign up with an address of these domains or their subdomains, or change to one. One on each line, such as example.com. Accounts that have one keep it."
        autosize
        minRows={2}
        maxRows={10}
        spellCheck={false}
      />
      <Textarea
        {...form.getInputProps("newcomers.allowedMailDomains")}
        label="Allowed mail domains"
        description="If you name any, only people with an address of these domains or their subdomains can sign up. Admins can still invite anybody."
        autosize
        minRows={2}
        maxRows={10}
        spellCheck={false}
      />
      <Switch
        {...form.getInputProps("newcomers.proofOfWork", { type: "checkbox" })}
        label="Proof of work at sign-up"
        description="Each browser computes for a second or two before it can sign up, so that a script that makes thousands of accounts pays for each. It does not stop a patient one."
      />
      <Button type="submit" variant="filled" loading={form.busy} style={{ alignSelf: "start" }}>
        {form.busy ? "Saving..." : "Save rules for newcomers"}
      </Button>
    </ProtoForm>
  );
}
