import { Box, Code, Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { CopyButton } from "../../components/CopyButton";
import { Dialog, type DialogProps } from "../../components/Dialog";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { useBoard } from "../../lib/board/board";
import { useTheme } from "../../lib/ui/theme";
import { badgeCode } from "./badgeCode";
import { projectUrl } from "./useCopyLink";

const grounds = { dark: "#110b1c", light: "#ffffff" };

/** The badge of a project in both themes, and what its owner pastes into a README or a site. */
export function BadgeDialog({ project, ...dialog }: DialogProps & { project: Project }) {
  const [theme, setTheme] = useState(useTheme().theme);
  const { name } = useBoard();
  const { image, markdown, html } = badgeCode(projectUrl(project), theme, project.title, name);
  return (
    <Dialog
      title="Badge"
      {...dialog}
      actions={
        <>
          <CopyButton label="Copy HTML" value={html} />
          <CopyButton label="Copy Markdown" value={markdown} />
        </>
      }
    >
      <Stack gap="md">
        <Text c="dimmed">
          For your README or your site. It shows the votes and the best place on a leaderboard, and loads no script and
          no cookie.
        </Text>
        <SegmentedControl
          aria-label="Theme of the badge"
          value={theme}
          onChange={(value) => setTheme(value === "dark" ? "dark" : "light")}
          data={[
            { value: "dark", label: "Dark" },
            { value: "light", label: "Light" },
          ]}
        />
        <Group justify="center" p="lg" bg={grounds[theme]} style={{ border: "var(--uv-hair)" }}>
          <img key={image} src={image} alt={`Badge of ${project.title}`} height={28} style={{ maxWidth: "100%" }} />
        </Group>
        <Box>
          <Text size="sm" mb={4}>
            Markdown
          </Text>
          <Code block style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
            {markdown}
          </Code>
        </Box>
        <Box>
          <Text size="sm" mb={4}>
            HTML
          </Text>
          <Code block style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
            {html}
          </Code>
        </Box>
      </Stack>
    </Dialog>
  );
}
