import { useMutation } from "@connectrpc/connect-query";
import { Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { FormAlert } from "../../components/FormAlert";
import type { User } from "../../gen/uvboard/v1/user_pb";
import { UserService } from "../../gen/uvboard/v1/user_service_pb";
import { afterMouseUp } from "../../lib/afterMouseUp";
import { failureMessage, readFailure } from "../../lib/failure";
import { toast, toastError } from "../../lib/toast";
import { useForm } from "../../lib/useForm";
import { withScheme } from "../../lib/webAddress";
import { toHandle, toWords } from "./input";
import css from "./Profile.module.css";
import { checkProfile } from "./rules";
import { useProfileChange } from "./useProfileChange";

const maxBio = 500;

type Values = {
  displayName: string;
  bio: string;
  github: string;
  twitter: string;
  linkedin: string;
  website: string;
  location: string;
  skills: string;
};

const fromUser = (user: User): Values => ({
  displayName: user.displayName,
  bio: user.bio,
  github: user.socialLinks?.github ?? "",
  twitter: user.socialLinks?.twitter ?? "",
  linkedin: user.socialLinks?.linkedin ?? "",
  website: user.socialLinks?.website ?? "",
  location: user.location,
  skills: user.skills.join(", "),
});

// Every field is sent: an empty one clears.
const toInput = (values: Values) => ({
  displayName: values.displayName.trim(),
  bio: values.bio.trim(),
  socialLinks: {
    github: toHandle("github", values.github),
    twitter: toHandle("twitter", values.twitter),
    linkedin: toHandle("linkedin", values.linkedin),
    website: withScheme(values.website),
  },
  location: values.location.trim(),
  skills: { values: toWords(values.skills) },
});

/** Changes the own profile. What was typed is not thrown away by a stray key or press. */
export function EditProfileDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const [asking, setAsking] = useState(false);
  const update = useMutation(UserService.method.updateUser);
  const changed = useProfileChange();
  const form = useForm({
    initial: fromUser(user),
    check: async (values) => byField(checkProfile(toInput(values))),
    send: async (values) => {
      try {
        await update.mutateAsync({ id: user.id, user: toInput(values) });
      } catch (error) {
        const { fields, unauthenticated } = readFailure(error);
        const elsewhere = unauthenticated || Object.keys(fields).length > 0;
        if (!elsewhere) toastError("Error", failureMessage(error, "Failed to update profile"));
        throw error;
      }
      await changed.person();
      toast("Profile Updated!");
      onClose();
    },
    otherwise: "Failed to update profile",
  });
  const completeWebsite = () => {
    const address = withScheme(form.values.website);
    // What the server refused stays refused as long as it is the same.
    if (address !== form.values.website) form.set("website", address);
  };
  const close = () => {
    if (form.busy) return;
    if (form.dirty) setAsking(true);
    else onClose();
  };

  return (
    <Dialog title="Edit Profile" onClose={close} wide>
      <form {...form.form} className={css.form} aria-label="Edit Profile">
        {form.alert.ended && <FormAlert {...form.alert} />}
        <p className="sm faint">All of it is optional.</p>
        <TextInput
          {...form.field("displayName")}
          label="Display Name"
          placeholder={user.username}
          autoComplete="nickname"
        />
        <Textarea
          {...form.field("bio")}
          label={
            <>
              Bio
              <span className="num">
                {Array.from(form.values.bio.trim()).length} / {maxBio}
              </span>
            </>
          }
          classNames={{ label: css.counted }}
          autosize
          minRows={3}
          maxRows={8}
        />
        <div className={css.pair}>
          <TextInput {...form.field("github")} label="GitHub" {...handleProps} />
          <TextInput {...form.field("twitter")} label="Twitter" {...handleProps} />
          <TextInput {...form.field("linkedin")} label="LinkedIn" {...handleProps} />
          <TextInput
            {...form.field("website")}
            onBlur={() => afterMouseUp(completeWebsite)}
            label="Website"
            type="url"
            placeholder="https://"
            autoComplete="url"
            spellCheck={false}
          />
        </div>
        <TextInput {...form.field("location")} label="Location" autoComplete="off" />
        <TextInput
          {...form.field("skills")}
          label="Skills & Tech Stack"
          description="Separated by commas"
          autoComplete="off"
        />
        {asking ? (
          // Keys, lest a button turn into the one that submits while it is being pressed.
          <div key="discard" className={css.actions}>
            <p role="alert">What you changed has not been saved.</p>
            <Button variant="quiet" onClick={() => setAsking(false)} autoFocus>
              Keep Editing
            </Button>
            <Button variant="danger" onClick={onClose}>
              Discard
            </Button>
          </div>
        ) : (
          <div key="save" className={css.actions}>
            <Button variant="quiet" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" variant="solid" busy={form.busy}>
              {form.busy ? "Saving..." : "Save Changes"}
            </Button>
          </div>
        )}
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

// The fields stand side by side here, not within social links.
const byField = (faults: Record<string, string>) =>
  Object.fromEntries(Object.entries(faults).map(([path, sentence]) => [path.split(".").at(-1) ?? path, sentence]));
