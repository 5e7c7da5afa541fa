import { useMutation } from "@connectrpc/connect-query";
import { Anchor, Group, Text, Title } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import { useState } from "react";
import { ButtonExternal } from "../../components/ButtonLink";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import { ProjectCover } from "../../components/ProjectImage";
import { AuthorLink } from "../../components/project/AuthorLink";
import { StageTicks } from "../../components/StageTicks";
import { TagList } from "../../components/TagList";
import type { ReviewAssignment } from "../../gen/uvboard/v1/feedback_pb";
import { FeedbackService } from "../../gen/uvboard/v1/feedback_service_pb";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import type { SessionUser } from "../../gen/uvboard/v1/user_pb";
import { readSaved, savedKey, writeSaved } from "../../lib/form/saved";
import { nameOf, paths } from "../../lib/page/paths";
import { failureMessage, readFailure } from "../../lib/server/failure";
import { toolLinks } from "../../lib/text/labels";
import { formatTime, toDate } from "../../lib/text/time";
import { toastError } from "../../lib/ui/toast";
import css from "./Review.module.css";
import { ReviewForm } from "./ReviewForm";

/** A project that the user reviews, with the form. */
export function Assignment({
  review,
  project,
  user,
  onSkipped,
  onWritten,
}: {
  review: ReviewAssignment;
  project: Project;
  user: SessionUser;
  onSkipped: () => void;
  onWritten: (project: Project) => void;
}) {
  // By the project, which the user may get again when the time is over.
  const keptAs = savedKey("text", user.id, `review:${project.id}`);
  const [asking, setAsking] = useState(false);
  const skip = useMutation(FeedbackService.method.skipReview, {
    onSuccess: () => {
      writeSaved(keptAs, null);
      onSkipped();
    },
    onError: (error) => {
      // It was written or skipped elsewhere, or its time is over.
      if (readFailure(error).notFound) onSkipped();
      else toastError("Not skipped", failureMessage(error, "Failed to skip the project"));
    },
    onSettled: () => setAsking(false),
  });
  const start = () => skip.mutate({ id: review.id });
  return (
    <>
      <Card project={project} questions={review.questions} />
      <Text size="sm" c="dimmed" mt={12} mb="lg">
        It's yours until {formatTime(toDate(review.expiresAt))}.
      </Text>
      <ReviewForm
        review={review}
        keptAs={keptAs}
        onWritten={() => onWritten(project)}
        onSkip={() => (readSaved(keptAs) ? setAsking(true) : start())}
        skipping={skip.isPending}
      />
      <ConfirmDialog
        opened={asking}
        title="Skip this project?"
        text="What you wrote about it is discarded, and you don't get it again."
        cancel="Keep writing"
        action="Skip"
        busyAction="Skipping..."
        busy={skip.isPending}
        onConfirm={start}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

/** What is to be tried. Its links open new tabs, since the form stays on this page. */
function Card({ project, questions }: { project: Project; questions: string[] }) {
  const { links } = project;
  const demo = links?.demo || links?.website || links?.repo;
  return (
    <article className={css.card}>
      <div className={css.image}>
        <ProjectCover project={project} sizes="(max-width: 767px) 90vw, 300px" eager />
      </div>
      <div className={css.words}>
        <Title order={3}>
          <Anchor href={paths.project(nameOf(project))} target="_blank" rel="noopener" inherit c="bright">
            {project.title}
          </Anchor>
        </Title>
        <Text size="sm" c="dimmed">
          by <AuthorLink author={project.author} via={project.via} />
        </Text>
        <Text mt={8}>{project.tagline}</Text>
        <Group gap={12} mt={12}>
          <Text span size="sm" c="dimmed">
            <StageTicks stage={project.stage} />
          </Text>
          <TagList words={toolLinks(project)} max={3} />
        </Group>
        <Group gap="sm" mt="md">
          {demo && (
            <ButtonExternal href={demo}>
              <IconExternalLink size={16} />
              {links?.demo ? "Open Demo" : links?.website ? "Visit Website" : "View Repo"}
            </ButtonExternal>
          )}
          <ButtonExternal href={paths.project(nameOf(project))} variant="subtle">
            Read about it
          </ButtonExternal>
        </Group>
      </div>
      {questions.length > 0 && (
        <div className={css.questions}>
          <Text size="sm" fw={600}>
            The maker asks
          </Text>
          <ol>
            {questions.map((question) => (
              <li key={question}>{question}</li>
            ))}
          </ol>
        </div>
      )}
    </article>
  );
}
