import { useMutation } from "@connectrpc/connect-query";
import { Anchor, Box, Button, Text, Textarea, TextInput, VisuallyHidden } from "@mantine/core";
import { type FormEvent, useEffect, useEffectEvent, useState } from "react";
import { PageHead } from "../../components/PageHead";
import { ProtoForm } from "../../components/ProtoForm";
import { ContactService, SendContactMessageRequestSchema } from "../../gen/uvboard/v1/contact_service_pb";
import { useBoard } from "../../lib/board/board";
import { required, useProtoForm } from "../../lib/form/useProtoForm";
import { useSession } from "../../lib/session/session";
import { toast, toastError } from "../../lib/ui/toast";

const failed = "Failed to send message. Please try again.";
const empty = { name: "", email: "", subject: "", message: "", website: "" };

/** Sends a message to the people who run the board. */
export function ContactPage() {
  const { contactEmail } = useBoard();
  const { user } = useSession();
  const send = useMutation(ContactService.method.sendContactMessage);
  const [opened, setOpened] = useState(() => Date.now());
  const form = useProtoForm({
    initialValues: empty,
    schema: SendContactMessageRequestSchema,
    toMessage: ({ email, ...rest }) => ({
      ...rest,
      email: email.trim(),
      secondsTaken: Math.round((Date.now() - opened) / 1000),
    }),
    submit: async (message) => {
      await send.mutateAsync(message);
      toast("Message Sent!", "We'll get back to you as soon as possible.");
      form.reset();
      setOpened(Date.now());
    },
    report: ({ fields, message }) => {
      if (fields.secondsTaken) return false; // the alert alone, at the form
      toastError("Error", failed);
      return message === failed; // else the alert has the reason
    },
    fallback: failed,
  });
  // The session may arrive after the first letters are typed; those stay.
  const introduce = useEffectEvent(() => {
    if (!user) return;
    const own = { name: user.displayName || user.username, email: user.email };
    form.setInitialValues({ ...empty, ...own });
    const { name, email } = form.getValues();
    form.setValues({ name: name || own.name, email: email || own.email });
  });
  const userId = user?.id;
  useEffect(() => {
    if (userId) introduce();
  }, [userId]);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const { website: _, ...fields } = form.getValues();
    if (Object.values(fields).some((value) => value.trim() === ""))
      toastError("Missing Information", "Please fill in all fields");
    form.props.onSubmit(event);
  };

  return (
    <div className="wrap page">
      <PageHead title="Contact">Questions, reports and ideas are welcome.</PageHead>
      <Box maw={640}>
        <ProtoForm form={{ ...form, props: { ...form.props, onSubmit } }} label="Contact">
          <TextInput {...form.getInputProps("name")} {...required} label="Name" autoComplete="name" />
          <TextInput
            {...form.getInputProps("email")}
            {...required}
            label="Email"
            description="For our answer. We don't share it."
            type="email"
            autoComplete="email"
          />
          <TextInput {...form.getInputProps("subject")} {...required} label="Subject" />
          <Textarea
            {...form.getInputProps("message")}
            {...required}
            label="Message"
            autosize
            minRows={6}
            maxRows={20}
          />
          {/* People don't see it, so only scripts fill it in. */}
          <VisuallyHidden aria-hidden>
            <TextInput {...form.getInputProps("website")} label="Website" tabIndex={-1} autoComplete="off" />
          </VisuallyHidden>
          <Button type="submit" variant="filled" loading={form.busy} style={{ alignSelf: "start" }}>
            {form.busy ? "Sending..." : "Send Message"}
          </Button>
        </ProtoForm>
        {contactEmail && (
          <Text c="dimmed" mt="xl">
            Or write to <Anchor href={`mailto:${contactEmail}`}>{contactEmail}</Anchor>.
          </Text>
        )}
      </Box>
    </div>
  );
}
