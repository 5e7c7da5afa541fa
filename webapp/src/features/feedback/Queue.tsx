import { timestampMs } from "@bufbuild/protobuf/wkt";
import { useMutation } from "@connectrpc/connect-query";
import { Button, Group, Skeleton, Text } from "@mantine/core";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { ButtonLink } from "../../components/ButtonLink";
import { EmptyState, ErrorState, Loading } from "../../components/States";
import { FeedbackService } from "../../gen/uvboard/v1/feedback_service_pb";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import type { SessionUser } from "../../gen/uvboard/v1/user_pb";
import { readSaved, savedKey, writeSaved } from "../../lib/form/saved";
import { nameOf } from "../../lib/page/paths";
import { handle } from "../../lib/text/text";
import { Assignment } from "./Assignment";
import { rules } from "./rules";

/**
 * The user's place in the queue of reviews: a button that gets a project, then the project with the form. Asking for a project assigns
 * one, so a visit of the page asks only if this browser knows of an open one.
 */
export function Queue({ user }: { user: SessionUser }) {
  const kept = savedKey("text", user.id, "review");
  const heading = useRef<HTMLHeadingElement>(null);
  const [reviewed, setReviewed] = useState<Project>();
  const [resuming, setResuming] = useState(() => Number(readSaved(kept)?.until ?? 0) > Date.now());
  const assign = useMutation(FeedbackService.method.assignReview, {
    onSuccess: ({ review }) => writeSaved(kept, review?.expiresAt ? { until: timestampMs(review.expiresAt) } : null),
    onSettled: () => setResuming(false),
  });

  const resume = useEffectEvent(() => {
    if (resuming) assign.mutate({});
  });
  useEffect(() => resume(), []);

  // What is pressed goes away, and the heading stays.
  const next = () => {
    heading.current?.focus();
    setReviewed(undefined);
    assign.mutate({});
  };
  const written = (project: Project) => {
    heading.current?.focus();
    writeSaved(kept, null);
    assign.reset();
    setReviewed(project);
  };

  const review = assign.data?.review;
  return (
    <section aria-labelledby="review">
      <div className="head">
        <h2 id="review" ref={heading} tabIndex={-1}>
          {review ? "Your project to review" : "Review a project"}
        </h2>
      </div>
      {assign.isPending || resuming ? (
        <Loading>
          <Skeleton height={180} mb="md" />
          <Skeleton height={420} />
        </Loading>
      ) : assign.error ? (
        <ErrorState title="You have no project to review" error={assign.error} onRetry={next} />
      ) : review?.project ? (
        <Assignment
          key={review.id}
          review={review}
          project={review.project}
          user={user}
          onSkipped={next}
          onWritten={written}
        />
      ) : assign.data ? (
        <EmptyState
          title="No project waits for you"
          text="All of them have a reviewer or an answer, or you have reviewed or skipped them. Come back tomorrow."
          action={<Button onClick={next}>Look again</Button>}
        />
      ) : reviewed ? (
        <EmptyState
          title="Thank you"
          text={`${handle(reviewed.author)} has your review of ${reviewed.title}. If it's useful to them, the board owes you one. They have ${rules.silenceDays} days to say so.`}
          action={
            <>
              <ButtonLink to="/projects/$id" params={{ id: nameOf(reviewed) }} hash="feedback">
                See your review
              </ButtonLink>
              <Button variant="filled" onClick={next}>
                Review another project
              </Button>
            </>
          }
        />
      ) : (
        <>
          <Offer />
          <Button variant="filled" mt="lg" onClick={next}>
            Review a project
          </Button>
        </>
      )}
    </section>
  );
}

const steps = [
  `You get the project that has waited longest among those that fit you. It's yours for ${rules.assignmentHours} hours.`,
  "You try it, then tell its maker what you saw.",
  "If the maker finds your review useful, the board owes you one: your own waiting project gets the next reviewer.",
];

/** What a member does and gets. */
export const Offer = () => (
  <Text component="ol" className="ruled" c="dimmed" maw="66ch">
    {steps.map((step, i) => (
      <Group key={step} component="li" gap="md" wrap="nowrap" align="baseline">
        <Text span className="score" fz={20} c="bright" aria-hidden="true">
          {i + 1}
        </Text>
        {step}
      </Group>
    ))}
  </Text>
);
