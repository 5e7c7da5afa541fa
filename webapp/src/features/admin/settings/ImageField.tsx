import { Button, FileButton, Group, Input } from "@mantine/core";
import { IconUpload, IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { imageSource } from "../../../lib/upload/image";
import { imageTypes } from "../../../lib/upload/uploadLimits";
import { useUpload } from "../../../lib/upload/useUpload";

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
  const upload = useUpload({
    path: "/api/upload",
    field: "file",
    failed: ["Error", "Failed to upload the image"],
    onDone: ({ url }) => onChange(url as string),
  });

  return (
    <Input.Wrapper label={label} labelElement="div" description={description} error={error}>
      <Group gap="sm" my={6}>
        {value && <img {...imageSource(value)} sizes="200px" alt={label} style={{ height: 32, width: "auto" }} />}
        <FileButton accept={imageTypes} onChange={(file) => void upload.send(file)}>
          {(props) => (
            <Button {...props} size="sm" loading={upload.share !== undefined} leftSection={<IconUpload size={16} />}>
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
