import { createConnectQueryKey, useMutation, useQuery, useTransport } from "@connectrpc/connect-query";
import { Button, Checkbox, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { TextLink } from "../../../components/ButtonLink";
import { ProtoForm } from "../../../components/ProtoForm";
import { type Board, ColorTheme, Registration } from "../../../gen/uvboard/v1/board_pb";
import { BoardService, UpdateBoardRequestSchema } from "../../../gen/uvboard/v1/board_service_pb";
import { useProtoForm } from "../../../lib/form/useProtoForm";
import { paths } from "../../../lib/page/paths";
import { stale } from "../../../lib/server/stale";
import { toast } from "../../../lib/ui/toast";
import { AccentField } from "./AccentField";
import { FooterLinks } from "./FooterLinks";
import { ImageField } from "./ImageField";
import { NewcomersSection } from "./NewcomersSection";

const registrations = [
  { value: String(Registration.OPEN), label: "Open: everybody may sign up" },
  { value: String(Registration.INVITE), label: "By invitation: members invite others" },
  { value: String(Registration.CLOSED), label: "Closed: nobody may sign up" },
];

const themes = [
  { value: String(ColorTheme.DARK), label: "Dark" },
  { value: String(ColorTheme.LIGHT), label: "Light" },
  { value: String(ColorTheme.SYSTEM), label: "That of the visitor's system" },
];

const zones = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];

/** The settings of the board. */
export function SettingsTab() {
  const { data } = useQuery(BoardService.method.getBoardSettings, {}, { staleTime: stale.stats });
  return (
    <Stack gap="var(--uv-s7)" maw={720}>
      {data?.board && <BoardForm board={data.board} />}
      <NewcomersSection />
    </Stack>
  );
}

const valuesOf = (board: Board) => ({
  name: board.name,
  tagline: board.tagline,
  logo: board.logo,
  mark: board.mark,
  accent: board.accent,
  contactEmail: board.contactEmail,
  registration: String(board.registration),
  footerLinks: board.footerLinks.map(({ label, url }) => ({ label, url })),
  foundedYear: String(board.foundedYear),
  defaultTheme: String(board.defaultTheme),
  timeZone: board.timeZone,
  publicLog: board.publicLog,
  voting: {
    minAccountHours: String(board.voting?.minAccountHours ?? ""),
    entryVotes: String(board.voting?.entryVotes ?? ""),
  },
});

// A number that is not one is refused by the rule of the field.
const votingOf = (voting: { minAccountHours: string; entryVotes: string } | undefined) =>
  voting && { minAccountHours: whole(voting.minAccountHours), entryVotes: whole(voting.entryVotes) };

const whole = (text: string) => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : -1);

type Values = ReturnType<typeof valuesOf>;

function BoardForm({ board }: { board: Board }) {
  const client = useQueryClient();
  const transport = useTransport();
  const update = useMutation(BoardService.method.updateBoard);
  const saved = valuesOf(board);
  // Only what has changed, so that the rest keeps its default.
  const changed = <K extends keyof Values>(values: Values, name: K): Values[K] | undefined =>
    JSON.stringify(values[name]) === JSON.stringify(saved[name]) ? undefined : values[name];
  const number = (text: string | undefined) => (text === undefined ? undefined : Number(text) || 0);
  const form = useProtoForm({
    initialValues: saved,
    schema: UpdateBoardRequestSchema,
    toMessage: (values) => {
      const links = changed(values, "footerLinks");
      return {
        name: changed(values, "name"),
        tagline: changed(values, "tagline"),
        logo: changed(values, "logo"),
        mark: changed(values, "mark"),
        accent: changed(values, "accent"),
        contactEmail: changed(values, "contactEmail")?.trim(),
        registration: number(changed(values, "registration")),
        footerLinks: links && { values: links },
        foundedYear: number(changed(values, "foundedYear")),
        defaultTheme: number(changed(values, "defaultTheme")),
        timeZone: changed(values, "timeZone"),
        publicLog: changed(values, "publicLog"),
        voting: votingOf(changed(values, "voting")),
      };
    },
    submit: async (message) => {
      const { board } = await update.mutateAsync(message);
      const key = { input: {}, transport, cardinality: "finite" } as const;
      client.setQueryData(createConnectQueryKey({ ...key, schema: BoardService.method.getBoard }), {
        $typeName: "uvboard.v1.GetBoardResponse",
        board,
      });
      client.setQueryData(createConnectQueryKey({ ...key, schema: BoardService.method.getBoardSettings }), {
        $typeName: "uvboard.v1.GetBoardSettingsResponse",
        board,
      });
      if (board) form.setValues(valuesOf(board));
      toast("Saved", "The board has its new settings.");
    },
    fallback: "Failed to save the settings.",
  });
  return (
    <ProtoForm form={form} label="Settings">
      <TextInput {...form.getInputProps("name")} label="Name" />
      <TextInput {...form.getInputProps("tagline")} label="Tagline" description="In the footer and in link previews" />
      <ImageField
        {...form.getInputProps("logo")}
        label="Logo"
        description="With the name in it; it replaces mark and name in the header"
      />
      <ImageField {...form.getInputProps("mark")} label="Mark" description="Stands before the name in the header" />
      <AccentField {...form.getInputProps("accent")} />
      <NativeSelect {...form.getInputProps("defaultTheme")} label="Theme until a visitor chooses one" data={themes} />
      <NativeSelect {...form.getInputProps("registration")} label="Registration" data={registrations} />
      <TextInput
        {...form.getInputProps("contactEmail")}
        label="Contact email"
        description="Shown on Contact, and where its messages go"
        type="email"
      />
      <FooterLinks
        value={form.values.footerLinks}
        errors={form.errors}
        onChange={(rows) => form.setFieldValue("footerLinks", rows)}
      />
      <TextInput {...form.getInputProps("foundedYear")} label="Founded in" inputMode="numeric" maw={160} />
      <NativeSelect
        {...form.getInputProps("timeZone")}
        label="Time zone"
        description="Of the dates in this dashboard, once the page is loaded again"
        data={zones}
      />
      <Stack component="fieldset" p={0} m={0} style={{ border: 0 }}>
        <Text component="legend" fw={600} p={0} mb="xs">
          Voting
        </Text>
        <Text size="sm" c="dimmed">
          Which votes rank a project. <TextLink to={paths.fair}>All rules</TextLink>
        </Text>
        <TextInput
          {...form.getInputProps("voting.minAccountHours")}
          label="Hours until the votes of a new account count"
          description="With 0, ten accounts made in a minute can move a project. A change recounts all votes."
          inputMode="numeric"
        />
        <TextInput
          {...form.getInputProps("voting.entryVotes")}
          label="Votes of others that a project needs in Trending and Top"
          description="Below that, projects come after all others. On a small board, 1 or 2 leave room for new ones."
          inputMode="numeric"
        />
      </Stack>
      <Checkbox
        {...form.getInputProps("publicLog", { type: "checkbox" })}
        label="Publish what moderators decide"
        description="Everybody reads on Moderation what was decided from now on, with the reason and without names. Tell your moderators first: they write the reasons."
      />
      <Button type="submit" variant="filled" loading={form.busy} style={{ alignSelf: "start" }}>
        {form.busy ? "Saving..." : "Save settings"}
      </Button>
    </ProtoForm>
  );
}
