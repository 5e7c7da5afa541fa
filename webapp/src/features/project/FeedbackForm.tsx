import { Code, ConnectError } from "@connectrpc/connect";
import { useMutation } from "@connectrpc/connect-query";
import { useState } from "react";
import { useForumChange } from "../../components/forum/useForumChange";
import { useForumFailure } from "../../components/forum/useForumFailure";
import { ReplyForm } from "../../components/reply/ReplyForm";
import { CreateProjectFeedbackRequestSchema, FeedbackService } from "../../gen/uvboard/v1/feedback_service_pb";
import type { ForumPost } from "../../gen/uvboard/v1/forum_pb";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { guest, savedKey, takeFromGuest } from "../../lib/form/saved";
import { useSession } from "../../lib/session/session";

/** The box for feedback. A guest may write first and log in after that: the text stays in this browser. */
export function FeedbackForm({ project, onPosted }: { project: Project; onPosted: (post: ForumPost) => void }) {
  const { status, user } = useSession();
  const changed = useForumChange();
  const create = useMutation(FeedbackService.method.createProjectFeedback);
  const form = `feedback:${project.id}`;
  const own = user?.id === project.userId;
  // Back from the login, the box has the text and the focus.
  const [isBack] = useState(() => user !== undefined && takeFromGuest(user.id, form));
  return (
    <ReplyForm
      label="Give Feedback"
      fieldLabel={own ? "Your question or answer" : "Your feedback"}
      keptAs={savedKey("text", user?.id ?? guest, form)}
      schema={CreateProjectFeedbackRequestSchema}
      toMessage={(content) => ({ projectId: project.id, content })}
      send={(message) =>
        status === "guest"
          ? Promise.reject(new ConnectError("A guest has no session.", Code.Unauthenticated))
          : create.mutateAsync(message)
      }
      onSent={async ({ post }) => {
        await changed.posts();
        if (post) onPosted(post);
      }}
      request={isBack ? { count: 1 } : undefined}
      placeholder={
        own ? "What do you want to know from people who try it?" : "What works, what broke, and what would you change?"
      }
      hint={status === "guest" ? "Write first; you log in when you post." : "Be kind, be specific."}
      rows={3}
      action={own ? "Post" : "Post Feedback"}
      report={useForumFailure("give feedback")}
      fallback="Failed to post feedback"
    />
  );
}
