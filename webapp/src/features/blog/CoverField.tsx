import { Button, FileButton, Group, Input, SegmentedControl, Text, TextInput } from "@mantine/core";
import { IconUpload, IconX } from "@tabler/icons-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { imageSource } from "../../lib/image";
import { toastError } from "../../lib/toast";
import { UploadError, upload } from "../../lib/upload";
import { imageTypes, sizeError, typeError } from "../../lib/uploadLimits";
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
  const [busy, setBusy] = useState(false);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const send = async (file: File | null) => {
    if (!file) return;
    if (!file.type.startsWith("image/")) {
      toastError("Invalid file type", typeError([file], "Please upload an image file"));
      return;
    }
    const tooLarge = sizeError(file, "Cover image must be less than 5MB");
    if (tooLarge) {
      toastError("File too large", tooLarge);
      return;
    }
    const controller = new AbortController();
    running.current = controller;
    setBusy(true);
    try {
      const { url } = await upload("/api/blog/upload-cover", "coverImage", file, { signal: controller.signal });
      if (typeof url !== "string") throw new UploadError("", 0);
      onChange(url);
    } catch (thrown) {
      if (controller.signal.aborted) return;
      const message = thrown instanceof UploadError && thrown.message;
      toastError("Upload Failed", message || "Failed to upload cover image");
    }
    setBusy(false);
  };

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
          <img {...imageSource(value)} sizes="480px" alt="Cover" />
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
          <Group gap="sm">
            <FileButton accept={imageTypes} onChange={(file) => void send(file)}>
              {(props) => (
                <Button {...props} size="sm" loading={busy} aria-describedby={error ? `${id}-error` : undefined}>
                  <IconUpload size={16} />
                  Upload image
                </Button>
              )}
            </FileButton>
            <Text size="sm" c="var(--uv-text-3)">
              Upload image (max 5MB). Recommended: 1200x630px
            </Text>
          </Group>
        )
      )}
    </Input.Wrapper>
  );
}
