import { ProjectLogo } from "../../components/ProjectImage";
import { imageSource } from "../../lib/image";
import { imageSizeHint, videoSizeHint } from "../../lib/uploadLimits";
import { withScheme } from "../../lib/webAddress";
import { Drop } from "./Drop";
import { FormField } from "./FormField";
import css from "./FormField.module.css";
import { Adder } from "./ListFields";
import { MediaList } from "./MediaList";
import { clear, takeFiles } from "./media";
import type { ProjectForm } from "./useProjectForm";
import type { Uploads } from "./useUploads";

type Props = { form: ProjectForm; uploads: Uploads };

export function LogoField({ form, uploads }: Props) {
  const { logo, title } = form.draft;
  return (
    <FormField name="logo" label="Logo" error={form.errors.logo} group="group">
      <Drop
        field="logo"
        uploads={uploads}
        action={logo ? "Replace image" : "Upload image"}
        hint={`Square. ${imageSizeHint}`}
        preview={
          <div className={css.preview}>
            <ProjectLogo title={title.trim() || "Your project"} logo={logo} size={72} />
          </div>
        }
        onFiles={(files) => takeFiles(form, uploads, "logo", files)}
        onClear={logo ? () => clear(form, "logo", "Logo") : undefined}
      />
    </FormField>
  );
}

export function CoverField({ form, uploads }: Props) {
  const { coverImage } = form.draft;
  return (
    <FormField name="coverImage" label="Cover image" error={form.errors.coverImage} group="group">
      <Drop
        field="coverImage"
        uploads={uploads}
        action={coverImage ? "Replace image" : "Upload image"}
        hint={`16:10 fits cards best. ${imageSizeHint}`}
        preview={
          coverImage && (
            <div className={`${css.preview} ${css.wide}`}>
              <img {...imageSource(coverImage)} sizes="144px" alt="Cover" />
            </div>
          )
        }
        onFiles={(files) => takeFiles(form, uploads, "coverImage", files)}
        onClear={coverImage ? () => clear(form, "coverImage", "Cover") : undefined}
      />
    </FormField>
  );
}

export function ScreenshotsField({ form, uploads }: Props) {
  return (
    <FormField
      name="screenshots"
      label="Screenshots"
      aside={`${form.draft.screenshots.length}`}
      error={form.errors.screenshots}
      group="group"
    >
      <MediaList form={form} name="screenshots" word="Screenshot">
        {(address, i) => <img {...imageSource(address)} sizes="200px" alt={`Screenshot ${i + 1}`} />}
      </MediaList>
      <Drop
        field="screenshots"
        uploads={uploads}
        several
        action="Upload screenshots"
        hint={`${imageSizeHint} Without a cover, the first screenshot is used on cards.`}
        onFiles={(files) => takeFiles(form, uploads, "screenshots", files)}
      />
    </FormField>
  );
}

export function VideosField({ form, uploads }: Props) {
  const add = (url: string) => form.change("videos", (before) => (before.includes(url) ? before : [...before, url]));
  return (
    <FormField
      name="videos"
      label="Videos"
      aside={`${form.draft.videos.length}`}
      error={form.errors.videos}
      group="group"
    >
      <MediaList form={form} name="videos" word="Video">
        {(address) =>
          address.startsWith("/uploads/") ? (
            // biome-ignore lint/a11y/useMediaCaption: only its first picture is shown here
            <video src={address} preload="metadata" />
          ) : (
            <span className={css.address}>{address}</span>
          )
        }
      </MediaList>
      <Drop
        field="videos"
        uploads={uploads}
        several
        action="Upload videos"
        hint={`MP4 or WebM. ${videoSizeHint}`}
        onFiles={(files) => takeFiles(form, uploads, "videos", files)}
      />
      <Adder
        label="Video address"
        placeholder="https://youtu.be/…"
        type="url"
        onAdd={(url) => {
          add(withScheme(url));
          form.touch("videos");
        }}
      />
    </FormField>
  );
}
