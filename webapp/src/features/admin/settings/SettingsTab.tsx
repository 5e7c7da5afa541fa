import { createConnectQueryKey, useMutation, useQuery, useTransport } from "@connectrpc/connect-query";
import { Button, NativeSelect, Stack, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { ProtoForm } from "../../../components/ProtoForm";
import { PrivacyText } from "../../../components/policies/PrivacyText";
import { TermsText } from "../../../components/policies/TermsText";
import { type Board, BoardPageName, ColorTheme, Registration } from "../../../gen/uvboard/v1/board_pb";
import { BoardService, UpdateBoardRequestSchema } from "../../../gen/uvboard/v1/board_service_pb";
import { stale } from "../../../lib/stale";
import { toast } from "../../../lib/toast";
import { useProtoForm } from "../../../lib/useProtoForm";
import { AccentField } from "./AccentField";
import { FooterLinks } from "./FooterLinks";
import { ImageField } from "./ImageField";
import { PageForm } from "./PageForm";

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
  const { data } = useQuery(BoardService.method.getBoard, {}, { staleTime: stale.stats });
  return (
    <Stack gap="var(--uv-s7)" maw={720}>
      {data?.board && <BoardForm board={data.board} />}
      <PageForm page={BoardPageName.PRIVACY} title="Privacy" builtIn={<PrivacyText />} />
      <PageForm page={BoardPageName.TERMS} title="Terms" builtIn={<TermsText />} />
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
});

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
      };
    },
    submit: async (message) => {
      const { board } = await update.mutateAsync(message);
      const queryKey = createConnectQueryKey({
        schema: BoardService.method.getBoard,
        input: {},
        transport,
        cardinality: "finite",
      });
      client.setQueryData(queryKey, { $typeName: "uvboard.v1.GetBoardResponse", board });
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
      <Button type="submit" variant="filled" loading={form.busy} style={{ alignSelf: "start" }}>
        {form.busy ? "Saving..." : "Save settings"}
      </Button>
    </ProtoForm>
  );
}
