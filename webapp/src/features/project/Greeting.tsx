import { CloseButton, Group, Paper, TextInput, Title } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { ButtonLink } from "../../components/ButtonLink";
import vote from "../../components/vote/Vote.module.css";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { useSession } from "../../lib/session";
import { emptyFields } from "./emptyFields";
import css from "./Greeting.module.css";
import { CopyLink, projectUrl } from "./Share";

const shownFields = 4;

/** Greets the owner once, after the form has published the project. */
export function Greeting({ project }: { project: Project }) {
  const { user } = useSession();
  const navigate = useNavigate();
  const published = useLocation({ select: ({ state }) => state.published === true });
  const [shown, setShown] = useState(published);
  useEffect(() => {
    // Browsers keep the state of a history entry through a reload, so it is cleared.
    if (published) void navigate({ to: ".", replace: true, state: {} });
  }, [published, navigate]);

  if (!shown || user?.id !== project.userId) return null;
  const next = emptyFields(project).slice(0, shownFields);
  return (
    <Paper component="section" withBorder radius="lg" className={`${css.greeting} ${vote.just}`} aria-labelledby="live">
      <Group justify="space-between" wrap="nowrap">
        <Title order={2} size="h1" id="live">
          <span className="lit">You're live</span>
        </Title>
        <CloseButton aria-label="Dismiss" onClick={() => setShown(false)} />
      </Group>
      <p>{project.title} is on the board. Share the link to get your first votes.</p>
      <Group gap="sm">
        <TextInput
          className={css.link}
          aria-label="Link to your project"
          readOnly
          value={projectUrl(project)}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyLink project={project} size="md" />
      </Group>
      {next.length > 0 && (
        <div className={css.next}>
          <h3>What to add next</h3>
          <Group gap="sm">
            {next.map((field) => (
              <ButtonLink key={field} to="/submit-project" search={{ edit: project.id }} size="sm">
                <IconPlus size={16} />
                {field}
              </ButtonLink>
            ))}
          </Group>
        </div>
      )}
    </Paper>
  );
}
