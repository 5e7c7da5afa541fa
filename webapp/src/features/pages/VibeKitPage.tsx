import { Paper, Stack } from "@mantine/core";
import { ButtonLink } from "../../components/ButtonLink";
import { PageHead } from "../../components/PageHead";
import { Points } from "../../components/Section";
import { paths } from "../../lib/paths";

export function VibeKitPage() {
  return (
    <div className="wrap page">
      <PageHead title="VibeKit">A small creative toolkit for your next project.</PageHead>
      <Stack gap="lg" maw="68ch" align="start">
        <Points
          items={[
            { title: "Imaginator", text: "Turns an idea into a brief with user stories, risks and prompts." },
            { title: "Logo Builder", text: "Suggests names, taglines and motifs for a brand." },
            { title: "Theme Tester", text: "Previews colors and flags low contrast." },
          ]}
        />
        <Paper withBorder p="md" w="100%">
          VibeKit isn't available yet.
        </Paper>
        <ButtonLink to={paths.explore}>Explore Projects</ButtonLink>
      </Stack>
    </div>
  );
}
