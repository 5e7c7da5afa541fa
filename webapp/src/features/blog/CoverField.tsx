import { Button, FileButton, Input, SegmentedControl, Text, TextInput } from "@mantine/core";
import { IconUpload, IconX } from "@tabler/icons-react";
import { type ReactNode, useId, useState } from "react";
import { imageSource } from "../../lib/upload/image";
import { imageTypes } from "../../lib/upload/uploadLimits";
import { useUpload } from "../../lib/upload/useUpload";
import css from "./Blog.module.css";

/** The cover of a story: an upload, or with `urls` the address of an image. */
export function CoverField({
  label,
  value,
  error,
  urls,
  onChange,
}: {
  label: string;
  value: string;
  error: ReactNode;
  urls: boolean;
  onChange: (address: string) => void;
}) {
  const id = useId();
  const [by, setBy] = useState(urls && value && !value.startsWith("/") ? "url" : "upload");
  const [over, setOver] = useState(false);
  const upload = useUpload({
    path: "/api/blog/upload-cover",
    field: "coverImage",
    types: "Please upload an image file",
    limit: "Cover image must be less than 5MB",
    failed: ["Upload Failed", "Failed to upload cover image"],
    onDone: ({ url }) => onChange(url as string),
  });

  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      error={by === "url" ? undefined : error}
      errorProps={{ id: `${id}-error` }}
      inputWrapperOrder={["label", "input", "error"]}
    >
      {urls && (
        <SegmentedControl
          size="sm"
          mb="sm"
          display="flex"
          w="fit-content"
          aria-label={label}
          value={by}
          data={[
            { value: "upload", label: "Upload File" },
            { value: "url", label: "Use URL" },
          ]}
          onChange={setBy}
        />
      )}
      {value && (
        <div className={css.coverPreview}>
          <img {...imageSource(value)} sizes="(max-width: 1119px) 100vw, 1120px" alt="Cover" />
          <Button
            size="sm"
            aria-describedby={error ? `${id}-error` : undefined}
            aria-label={urls ? "Clear the cover image" : "Remove the cover image"}
            onClick={() => onChange("")}
          >
            <IconX size={16} />
            {urls ? "Clear" : "Remove"}
          </Button>
        </div>
      )}
      {by === "url" ? (
        <TextInput
          type="url"
          mt={value ? "sm" : 0}
          name="coverImage"
          aria-label="Address of the cover image"
          placeholder="https://"
          value={value}
          error={error}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      ) : (
        !value && (
          // biome-ignore lint/a11y/noStaticElementInteractions: the button in it does the same
          <div
            className={css.coverEmpty}
            data-over={over || undefined}
            onDragOver={(event) => {
              if (!event.dataTransfer.types.includes("Files")) return;
              event.preventDefault();
              setOver(true);
            }}
            onDragLeave={() => setOver(false)}
            onDrop={(event) => {
              event.preventDefault();
              setOver(false);
              void upload.send(event.dataTransfer.files[0]);
            }}
          >
            <FileButton accept={imageTypes} onChange={(file) => void upload.send(file)}>
              {(props) => (
                <Button
                  {...props}
                  size="sm"
                  loading={upload.share !== undefined}
                  aria-describedby={error ? `${id}-error` : undefined}
                >
                  <IconUpload size={16} />
                  Upload image
                </Button>
              )}
            </FileButton>
            <Text size="sm" c="var(--uv-text-3)">
              Upload image (max 5MB). Recommended: 1200x630px
            </Text>
          </div>
        )
      )}
    </Input.Wrapper>
  );
}
