import { useMutation } from "@connectrpc/connect-query";
import { Button, SimpleGrid, Stack, Switch, Text, Textarea, TextInput } from "@mantine/core";
import { Fragment, useId, useState } from "react";
import { Dialog, type DialogProps } from "../../components/Dialog";
import { FormAlert } from "../../components/FormAlert";
import { type User, UserInputSchema } from "../../gen/uvboard/v1/user_pb";
import { UserService } from "../../gen/uvboard/v1/user_service_pb";
import { labelWithAside } from "../../lib/form/labelWithAside";
import { toastFailure, useProtoForm } from "../../lib/form/useProtoForm";
import { useSizeLimits } from "../../lib/form/useRules";
import { withScheme } from "../../lib/text/webAddress";
import { afterMouseUp } from "../../lib/ui/afterMouseUp";
import { toast } from "../../lib/ui/toast";
import { toHandle, toWords } from "./input";
import { useProfileChange } from "./useProfileChange";

const fromUser = ({ displayName, bio, socialLinks, location, skills, hidesFollows }: User) => ({
  displayName,
  bio,
  socialLinks: {
    github: socialLinks?.github ?? "",
    twitter: socialLinks?.twitter ?? "",
    linkedin: socialLinks?.linkedin ?? "",
    website: socialLinks?.website ?? "",
  },
  location,
  skills: skills.join(", "),
  hidesFollows,
});

type Values = ReturnType<typeof fromUser>;

// All fields are sent; an empty one clears the value.
const toInput = (values: Values) => ({
  displayName: values.displayName.trim(),
  bio: values.bio.trim(),
  socialLinks: {
    github: toHandle("github", values.socialLinks.github),
    twitter: toHandle("twitter", values.socialLinks.twitter),
    linkedin: toHandle("linkedin", values.socialLinks.linkedin),
    website: withScheme(values.socialLinks.website),
  },
  location: values.location.trim(),
  skills: { values: toWords(values.skills) },
  hidesFollows: values.hidesFollows,
});

/** Edits the user's own profile. Closing it with changes asks before they are discarded. */
export function EditProfileDialog({ user, opened, onClose }: DialogProps & { user: User }) {
  const id = useId();
  const { bio } = useSizeLimits(UserInputSchema);
  const [asking, setAsking] = useState(false);
  const update = useMutation(UserService.method.updateUser);
  const changed = useProfileChange();
  const form = useProtoForm({
    initialValues: fromUser(user),
    schema: UserInputSchema,
    toMessage: toInput,
    submit: async (input) => {
      await update.mutateAsync({ id: user.id, user: input });
      await changed.user();
      toast("Profile Updated!");
      onClose();
    },
    report: toastFailure,
    fallback: "Failed to update profile",
  });
  const completeWebsite = () => {
    const address = withScheme(form.getValues().socialLinks.website);
    // Setting an unchanged value would remove the server's error.
    if (address !== form.getValues().socialLinks.website) form.setFieldValue("socialLinks.website", address);
  };
  const close = () => {
    if (form.busy) return;
    if (form.isDirty()) setAsking(true);
    else onClose();
  };

  return (
    <Dialog
      opened={opened}
      title="Edit Profile"
      onClose={close}
      wide
      actions={
        asking ? (
          <>
            <Text role="alert" fz={14} c="dimmed" mr="auto">
              What you changed has not been saved.
            </Text>
            <Button variant="subtle" onClick={() => setAsking(false)} autoFocus>
              Keep Editing
            </Button>
            <Button variant="outline" color="quench" onClick={onClose}>
              Discard
            </Button>
          </>
        ) : (
          // The key: otherwise a button could become the submit button while it is pressed.
          <Fragment key="save">
            <Button variant="subtle" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" form={id} variant="filled" loading={form.busy}>
              {form.busy ? "Saving..." : "Save Changes"}
            </Button>
          </Fragment>
        )
      }
    >
      <form {...form.props} id={id} aria-label="Edit Profile">
        <Stack gap={20}>
          {form.alert.ended && <FormAlert {...form.alert} />}
          <Text size="sm" c="var(--uv-text-3)">
            Everything here is optional.
          </Text>
          <TextInput
            {...form.getInputProps("displayName")}
            label="Display Name"
            placeholder={user.username}
            autoComplete="nickname"
          />
          <Textarea
            {...form.getInputProps("bio")}
            {...labelWithAside(
              "Bio",
              bio?.max === undefined ? undefined : `${Array.from(form.values.bio.trim()).length} / ${bio.max}`,
            )}
            autosize
            minRows={3}
            maxRows={8}
          />
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={20}>
            <TextInput {...form.getInputProps("socialLinks.github")} label="GitHub" {...handleProps} />
            <TextInput {...form.getInputProps("socialLinks.twitter")} label="Twitter" {...handleProps} />
            <TextInput {...form.getInputProps("socialLinks.linkedin")} label="LinkedIn" {...handleProps} />
            <TextInput
              {...form.getInputProps("socialLinks.website")}
              onBlur={() => afterMouseUp(completeWebsite)}
              label="Website"
              type="url"
              placeholder="https://"
              autoComplete="url"
              spellCheck={false}
            />
          </SimpleGrid>
          <TextInput {...form.getInputProps("location")} label="Location" autoComplete="off" />
          <TextInput
            {...form.getInputProps("skills")}
            label="Skills & Tech Stack"
            description="Separated by commas"
            autoComplete="off"
          />
          <Switch
            {...form.getInputProps("hidesFollows", { type: "checkbox" })}
            label="Hide my followers and whom I follow"
          />
        </Stack>
      </form>
    </Dialog>
  );
}

const handleProps = {
  placeholder: "username",
  autoComplete: "off",
  autoCapitalize: "none",
  spellCheck: false,
} as const;
