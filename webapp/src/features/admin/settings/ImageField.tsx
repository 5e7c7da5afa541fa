import { Button, FileButton, Group, Input } from "@mantine/core";
import { IconUpload, IconX } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { imageSource } from "../../../lib/image";
import { toastError } from "../../../lib/toast";
import { UploadError, upload } from "../../../lib/upload";
import { imageTypes, sizeError } from "../../../lib/uploadLimits";

/** An image of the board, by upload. */
export function ImageField({
  label,
  description,
  value = "",
  error,
  onChange,
}: {
  label: string;
  description: string;
  value?: string;
  error?: ReactNode;
  onChange: (address: string) => void;
}) {
  const [busy, setBusy] = useState(false);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const send = async (file: File | null) => {
    if (!file) return;
    const tooLarge = sizeError(file);
    if (tooLarge) return toastError("Error", tooLarge);
    const controller = new AbortController();
    running.current = controller;
    setBusy(true);
    try {
      const { url } = await upload("/api/upload", "file", file, { signal: controller.signal });
      if (typeof url !== "string") throw new UploadError("", 0);
      onChange(url);
    } catch (thrown) {
      if (controller.signal.aborted) return;
      toastError("Error", (thrown instanceof UploadError && thrown.message) || "Failed to upload the image");
    }
    setBusy(false);
  };

  return (
    <Input.Wrapper label={label} labelElement="div" description={description} error={error}>
      <Group gap="sm" my={6}>
        {value && <img {...imageSource(value)} sizes="200px" alt={label} style={{ height: 32, width: "auto" }} />}
        <FileButton accept={imageTypes} onChange={(file) => void send(file)}>
          {(props) => (
            <Button {...props} size="sm" loading={busy} leftSection={<IconUpload size={16} />}>
              {value ? `Replace ${label.toLowerCase()}` : `Upload ${label.toLowerCase()}`}
            </Button>
          )}
        </FileButton>
        {value && (
          <Button size="sm" variant="subtle" leftSection={<IconX size={16} />} onClick={() => onChange("")}>
            Remove {label.toLowerCase()}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}
