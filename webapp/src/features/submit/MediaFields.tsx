import { Group } from "@mantine/core";
import type { ReactNode } from "react";
import { ProjectLogo } from "../../components/ProjectImage";
import { withScheme } from "../../lib/text/webAddress";
import { imageSource } from "../../lib/upload/image";
import { imageSizeHint, videoSizeHint } from "../../lib/upload/uploadLimits";
import css from "./Fields.module.css";
import { Adder } from "./ListFields";
import { MediaList } from "./MediaList";
import { clear } from "./media";
import { UploadField } from "./UploadField";
import type { ProjectForm } from "./useProjectForm";
import type { Uploads } from "./useUploads";

type Props = { form: ProjectForm; uploads: Uploads };

export function LogoField(props: Props) {
  const { logo, title } = props.form.draft;
  const preview = <ProjectLogo title={title.trim() || "Your project"} logo={logo} size={72} />;
  return <ImageField {...props} name="logo" word="Logo" label="Logo" hint="Square." preview={preview} />;
}

export function CoverField(props: Props) {
  const { coverImage } = props.form.draft;
  const preview = coverImage && <img {...imageSource(coverImage)} className={css.cover} sizes="144px" alt="Cover" />;
  const hint = "16:10 fits cards best.";
  return <ImageField {...props} name="coverImage" word="Cover" label="Cover image" hint={hint} preview={preview} />;
}

function ImageField({
  word,
  hint,
  ...props
}: Props & { name: "logo" | "coverImage"; word: string; label: string; hint: string; preview: ReactNode }) {
  const { form, name } = props;
  const filled = form.draft[name] !== "";
  return (
    <UploadField
      {...props}
      action={filled ? "Replace image" : "Upload image"}
      hint={`${hint} ${imageSizeHint}`}
      onClear={filled ? () => clear(form, name, word) : undefined}
    />
  );
}

export function ScreenshotsField({ form, uploads }: Props) {
  return (
    <UploadField
      form={form}
      uploads={uploads}
      name="screenshots"
      label="Screenshots"
      aside={`${form.draft.screenshots.length}`}
      several
      action="Upload screenshots"
      hint={`${imageSizeHint} Without a cover, the first screenshot is used on cards.`}
      list={
        <MediaList form={form} name="screenshots" word="Screenshot">
          {(url, i) => <img {...imageSource(url)} sizes="200px" alt={`Screenshot ${i + 1}`} />}
        </MediaList>
      }
    />
  );
}

export function VideosField({ form, uploads }: Props) {
  return (
    <UploadField
      form={form}
      uploads={uploads}
      name="videos"
      label="Videos"
      aside={`${form.draft.videos.length}`}
      several
      action="Upload videos"
      hint={`MP4 or WebM. ${videoSizeHint}`}
      list={
        <MediaList form={form} name="videos" word="Video">
          {(url) =>
            url.startsWith("/uploads/") ? (
              // biome-ignore lint/a11y/useMediaCaption: only the first frame is shown here
              <video src={url} preload="metadata" />
            ) : (
              <Group justify="center" className={css.address} p={8} fz="xs" lh="xs" c="dimmed">
                {url}
              </Group>
            )
          }
        </MediaList>
      }
    >
      <Adder
        label="Video address"
        placeholder="https://youtu.be/…"
        type="url"
        onAdd={(typed) => {
          const url = withScheme(typed);
          form.change("videos", (before) => (before.includes(url) ? before : [...before, url]));
          form.touch("videos");
        }}
      />
    </UploadField>
  );
}
