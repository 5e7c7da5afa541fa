import { createClient } from "@connectrpc/connect";
import { useTransport } from "@connectrpc/connect-query";
import { Button, Group, Textarea, TextInput } from "@mantine/core";
import { IconArrowsShuffle } from "@tabler/icons-react";
import type { FormEvent } from "react";
import { ProtoForm } from "../../components/ProtoForm";
import { useLoginRequired } from "../../components/useLoginRequired";
import type { SessionUser } from "../../gen/uvboard/v1/user_pb";
import { type Brief, BriefInputSchema, GenerationKind } from "../../gen/uvboard/v1/vibekit_pb";
import { VibeKitService } from "../../gen/uvboard/v1/vibekit_service_pb";
import { required, useProtoForm } from "../../lib/form/useProtoForm";
import { useSessionCheck } from "../../lib/session/session";
import { count } from "../../lib/text/text";
import { Allowance } from "./Allowance";
import { BriefView } from "./BriefView";
import { features } from "./brief";
import { History } from "./History";
import { Result } from "./Result";
import { storageKeys, useStore, useStored } from "./storedValues";
import { useGeneration } from "./useGeneration";
import css from "./VibeKit.module.css";

const empty = { idea: "", audience: "", platform: "", mustHaveFeatures: "" };
const maxIdea = 1000;

const examples: (typeof empty)[] = [
  {
    idea: "A log for pottery kilns. A thermocouple sends the temperature, the app draws the firing curve and warns when it leaves the plan.",
    audience: "Potters with a small studio",
    platform: "Web app and a Raspberry Pi",
    mustHaveFeatures: "Firing curves, Alarms, Share a glaze recipe",
  },
  {
    idea: "Neighbors lend each other tools. You say what you need and for how long, and the nearest person who has it gets a message.",
    audience: "People in one street",
    platform: "Mobile web",
    mustHaveFeatures: "Map, Calendar, Return reminder",
  },
  {
    idea: "A radio that plays field recordings from wherever the sun is rising right now, with one button to stay a little longer.",
    audience: "Early risers and night owls",
    platform: "Web app",
    mustHaveFeatures: "World map, Sleep timer",
  },
  {
    idea: "Turns a photo of the fridge into three dinners, and remembers what the family did not finish.",
    audience: "Busy parents",
    platform: "iOS and Android",
    mustHaveFeatures: "Photo input, Shopping list, Leftovers",
  },
];

/** Turns an idea into a brief. */
export function Imaginator({ user }: { user: SessionUser | undefined }) {
  const start = useStored(storageKeys.imaginator, empty);
  const generation = useGeneration<{ brief: Brief; idea: string }>("Brief generated!");
  const client = createClient(VibeKitService, useTransport());
  const check = useSessionCheck();
  const login = useLoginRequired();
  const form = useProtoForm({
    initialValues: start,
    schema: BriefInputSchema,
    toMessage: ({ mustHaveFeatures, ...rest }) => ({
      ...rest,
      mustHaveFeatures: features(mustHaveFeatures),
    }),
    submit: (input) => {
      const idea = input.idea ?? "";
      return generation.start(async function* (options) {
        for await (const { event } of client.streamBrief({ input }, options)) {
          if (event.case === "partial") yield { partial: { brief: event.value, idea } };
          if (event.case === "result" && event.value.brief) yield { result: { brief: event.value.brief, idea } };
        }
      });
    },
    fallback: "Please try again",
  });
  useStore(storageKeys.imaginator, form.values);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void check(
      () => form.props.onSubmit(event),
      () => login.ask("generate a brief"),
    );
  };
  const surprise = () => {
    const at = examples.findIndex(({ idea }) => idea === form.values.idea);
    form.setValues(examples[(at + 1) % examples.length] ?? empty);
  };
  const { shown, busy } = generation;
  const hasText = shown !== undefined && (shown.brief.summary !== "" || !busy);
  return (
    <div className={css.tool}>
      <div>
        <ProtoForm form={{ ...form, props: { ...form.props, onSubmit } }} label="Imaginator">
          <Textarea
            {...form.getInputProps("idea")}
            {...required}
            label="Idea"
            description={
              <span className="num">
                {count(Array.from(form.values.idea).length)} of {count(maxIdea)} characters
              </span>
            }
            placeholder="What would you like to build?"
            maxLength={maxIdea}
            autosize
            minRows={5}
            maxRows={14}
          />
          <TextInput
            {...form.getInputProps("audience")}
            label="Audience"
            placeholder="Who is it for?"
            maxLength={200}
          />
          <TextInput
            {...form.getInputProps("platform")}
            label="Platform"
            placeholder="Web, mobile, command line..."
            maxLength={200}
          />
          <TextInput
            {...form.getInputProps("mustHaveFeatures")}
            label="Must-have features"
            description="Separated by commas"
            placeholder="Login, Search, Dark mode"
          />
          <Allowance
            user={user}
            busy={busy}
            disabled={form.values.idea.trim() === ""}
            sent="What you enter here is sent to the AI provider of this site."
            onCancel={generation.cancel}
          />
          <Group gap="sm">
            <Button size="sm" variant="subtle" onClick={surprise} disabled={busy}>
              <IconArrowsShuffle size={16} />
              Try an example
            </Button>
          </Group>
        </ProtoForm>
        {user && (
          <History
            kind={GenerationKind.BRIEF}
            onOpen={({ briefInput, brief }) => {
              if (!briefInput || !brief) return;
              const { idea, audience, platform, mustHaveFeatures } = briefInput;
              form.setValues({ idea, audience, platform, mustHaveFeatures: mustHaveFeatures.join(", ") });
              generation.show({ brief, idea });
            }}
          />
        )}
      </div>
      <Result
        label="Brief"
        busy={busy}
        failed={generation.failed}
        empty="Your brief appears here, while it is written."
      >
        {hasText ? <BriefView brief={shown.brief} idea={shown.idea} writing={busy} /> : undefined}
      </Result>
      {login.dialog}
    </div>
  );
}
