import { createClient } from "@connectrpc/connect";
import { useTransport } from "@connectrpc/connect-query";
import { Input, SegmentedControl, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { ProtoForm } from "../../components/ProtoForm";
import { useLoginRequired } from "../../components/useLoginRequired";
import type { SessionUser } from "../../gen/uvboard/v1/user_pb";
import { GenerationKind, type LogoIdeas, LogoInputSchema, LogoStyle } from "../../gen/uvboard/v1/vibekit_pb";
import { VibeKitService } from "../../gen/uvboard/v1/vibekit_service_pb";
import { required, useProtoForm } from "../../lib/form/useProtoForm";
import { useSessionCheck } from "../../lib/session/session";
import { Allowance } from "./Allowance";
import { ColorField } from "./ColorField";
import { History } from "./History";
import { LogoIdeasView } from "./LogoIdeasView";
import { Result } from "./Result";
import { storageKeys, useStore, useStored } from "./storedValues";
import { useGeneration } from "./useGeneration";
import css from "./VibeKit.module.css";

const defaults = {
  brandName: "",
  style: "wordmark",
  primary: "#6366f1",
  secondary: "#a855f7",
  accent: "#22c55e",
};

const styles = [
  { value: "wordmark", label: "Wordmark", style: LogoStyle.WORDMARK },
  { value: "monogram", label: "Monogram", style: LogoStyle.MONOGRAM },
  { value: "icon+wordmark", label: "Icon + wordmark", style: LogoStyle.ICON_WORDMARK },
];
const styleOf = (value: string): LogoStyle => styles.find((s) => s.value === value)?.style ?? LogoStyle.WORDMARK;
const wordOf = (style: LogoStyle): string => styles.find((s) => s.style === style)?.value ?? defaults.style;

const colorNames = ["primary", "secondary", "accent"] as const;
const isColor = (value: string): boolean => /^#[0-9a-f]{6}$/i.test(value);

const isValid = (name: keyof typeof defaults, value: string): boolean => {
  if (name === "style") return styles.some((s) => s.value === value);
  return name === "brandName" || isColor(value);
};

/** Suggests names, taglines and motifs, and draws a logo of each name. */
export function LogoBuilder({ user }: { user: SessionUser | undefined }) {
  const start = useStored(storageKeys.logo, defaults, isValid);
  const generation = useGeneration<LogoIdeas>("Logo ideas generated!");
  const client = createClient(VibeKitService, useTransport());
  const check = useSessionCheck();
  const login = useLoginRequired();
  const { brandName, style, ...colors } = start;
  const form = useProtoForm({
    initialValues: { brandName, style, colors },
    schema: LogoInputSchema,
    toMessage: ({ style: word, ...rest }) => ({ ...rest, style: styleOf(word) }),
    submit: (input) =>
      generation.start(async function* (options) {
        for await (const { event } of client.streamLogoIdeas({ input }, options)) {
          if (event.case === "partial") yield { partial: event.value };
          if (event.case === "result" && event.value.ideas) yield { result: event.value.ideas };
        }
      }),
    fallback: "Please try again",
  });
  const { values } = form;
  useStore(storageKeys.logo, { brandName: values.brandName, style: values.style, ...values.colors });

  // While a color is typed, the logos keep the last one.
  const [drawn, setDrawn] = useState(colors);
  const valid = Object.fromEntries(
    colorNames.map((name) => [name, isColor(values.colors[name]) ? values.colors[name] : drawn[name]]),
  ) as typeof drawn;
  if (colorNames.some((name) => valid[name] !== drawn[name])) setDrawn(valid);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void check(
      () => form.props.onSubmit(event),
      () => login.ask("generate logo ideas"),
    );
  };
  const { shown, busy } = generation;
  const name = values.brandName.trim();
  const names = shown && shown.names.length > 0 ? shown.names : name ? [name] : [];
  return (
    <div className={css.tool}>
      <div>
        <ProtoForm form={{ ...form, props: { ...form.props, onSubmit } }} label="Logo Builder">
          <TextInput
            {...form.getInputProps("brandName")}
            {...required}
            label="Brand name"
            placeholder="e.g. Kiln Log"
            maxLength={60}
          />
          <Input.Wrapper label="Style" labelElement="div">
            <SegmentedControl
              value={values.style}
              onChange={(style) => form.setFieldValue("style", style)}
              aria-label="Style"
              data={styles.map(({ value, label }) => ({ value, label }))}
              fullWidth
            />
          </Input.Wrapper>
          <div className={css.colors}>
            {colorNames.map((color) => (
              <ColorField
                key={color}
                {...form.getInputProps(`colors.${color}`)}
                label={`${color.charAt(0).toUpperCase()}${color.slice(1)}`}
              />
            ))}
          </div>
          <Allowance
            user={user}
            busy={busy}
            disabled={name === ""}
            sent="The name, the style and the colors are sent to the AI provider of this site. The logos are drawn here."
            onCancel={generation.cancel}
          />
        </ProtoForm>
        {user && (
          <History
            kind={GenerationKind.LOGO_IDEAS}
            onOpen={({ logoInput, logoIdeas }) => {
              if (!logoInput || !logoIdeas) return;
              const { primary, secondary, accent } = { ...colors, ...logoInput.colors };
              form.setValues({
                brandName: logoInput.brandName,
                style: wordOf(logoInput.style),
                colors: { primary, secondary, accent },
              });
              generation.show(logoIdeas);
            }}
          />
        )}
      </div>
      <Result label="Logos" busy={busy} failed={generation.failed} empty="Type a brand name to see its logo.">
        {names.length > 0 ? (
          <LogoIdeasView names={names} ideas={shown} style={styleOf(values.style)} colors={valid} writing={busy} />
        ) : undefined}
      </Result>
      {login.dialog}
    </div>
  );
}
