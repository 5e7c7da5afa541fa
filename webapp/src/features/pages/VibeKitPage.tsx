import { Box } from "@mantine/core";
import { ButtonLink } from "../../components/ButtonLink";
import { PageHead } from "../../components/PageHead";
import { Points } from "../../components/Section";
import { EmptyState } from "../../components/States";
import { paths } from "../../lib/paths";

export function VibeKitPage() {
  return (
    <div className="wrap page">
      <PageHead title="VibeKit">A small creative toolkit for your next project.</PageHead>
      <Box maw="68ch" mb={40}>
        <Points
          items={[
            { title: "Imaginator", text: "Turns an idea into a brief with user stories, risks and prompts." },
            { title: "Logo Builder", text: "Suggests names, taglines and motifs for a brand." },
            { title: "Theme Tester", text: "Previews colors and flags low contrast." },
          ]}
        />
      </Box>
      <EmptyState
        level={2}
        title="VibeKit isn't available yet."
        action={<ButtonLink to={paths.explore}>Explore Projects</ButtonLink>}
      />
    </div>
  );
}
