import { Skeleton } from "@mantine/core";
import { useLive } from "../../components/live/useLive";
import { Loading } from "../../components/States";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { useLazyComponent } from "../../lib/page/useLazyComponent";
import { useScrollToHash } from "../../lib/page/useScrollToHash";
import { count, plural } from "../../lib/text/text";
import css from "./Feedback.module.css";

const loadThread = () => import("./FeedbackThread").then((file) => file.FeedbackThread);

/** What people say about a project. The code of the editor and of the replies is loaded after the page. */
export function Feedback({ project }: { project: Project }) {
  const { id, isPublic, feedbackCount, feedbackThreadId } = project;
  const shown = isPublic || feedbackCount > 0;
  useLive(`project:${id}`, ...(feedbackThreadId ? ([`forum_thread:${feedbackThreadId}`] as const) : []));
  const Thread = useLazyComponent(loadThread, shown, () => undefined);
  useScrollToHash("feedback", Thread !== undefined);
  if (!shown) return null; // a draft
  return (
    <section id="feedback" aria-labelledby="feedback-title" className={css.feedback}>
      <div className="head">
        <h2 id="feedback-title">Feedback</h2>
        {feedbackCount > 0 && (
          <span className="num quiet">
            <span aria-hidden="true">{count(feedbackCount)}</span>
            <span className="sr">{plural(feedbackCount, "reply", "replies")}</span>
          </span>
        )}
      </div>
      {Thread ? <Thread project={project} /> : <FeedbackSkeleton project={project} />}
    </section>
  );
}

function FeedbackSkeleton({ project: { isPublic, feedbackCount } }: { project: Project }) {
  return (
    <Loading>
      {isPublic && <Skeleton height={234} />}
      {[1, 2, 3].slice(0, feedbackCount).map((row) => (
        <Skeleton key={row} height={96} mt="md" />
      ))}
    </Loading>
  );
}
