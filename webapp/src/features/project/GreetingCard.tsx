import { Button, CloseButton, Group, Paper, TextInput, Title } from "@mantine/core";
import { IconCheck, IconLink, IconPlus } from "@tabler/icons-react";
import { ButtonLink } from "../../components/ButtonLink";
import vote from "../../components/vote/Vote.module.css";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { AskForReview } from "./AskForReview";
import { emptyFields } from "./emptyFields";
import css from "./Greeting.module.css";
import { projectUrl, useCopyLink } from "./useCopyLink";

const shownFields = 4;

/** Says that a project is live, with its link and what to add next. */
export function GreetingCard({ project, onClose }: { project: Project; onClose: () => void }) {
  const { copied, copy } = useCopyLink(project);
  const next = emptyFields(project).slice(0, shownFields);
  return (
    <Paper component="section" withBorder radius="lg" className={`${css.greeting} ${vote.just}`} aria-labelledby="live">
      <Group justify="space-between" wrap="nowrap">
        <Title order={2} size="h1" id="live">
          <span className="lit">You're live</span>
        </Title>
        <CloseButton aria-label="Dismiss" onClick={onClose} />
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
        <Button onClick={copy}>
          {copied ? <IconCheck size={16} /> : <IconLink size={16} />}
          {copied ? "Copied!" : "Copy Link"}
        </Button>
      </Group>
      <AskForReview project={project} />
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
