import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";

/** A link to the OpenAPI document, which is a file of the server. */
export function OpenAPILink() {
  return (
    <Button component="a" href="/openapi.yaml" download="openapi.yaml" leftSection={<IconDownload size={16} />}>
      OpenAPI document
    </Button>
  );
}
