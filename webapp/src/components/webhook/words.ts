import { WebhookDeliveryState, WebhookEvent } from "../../gen/uvboard/v1/webhook_pb";

/** What a webhook can be called for, as shown and as in the body of a call. */
export const events: [WebhookEvent, label: string, word: string][] = [
  [WebhookEvent.PROJECT_PUBLISHED, "Project published", "project.published"],
  [WebhookEvent.PROJECT_EDITED, "Project edited", "project.edited"],
  [WebhookEvent.PROJECT_REMOVED, "Project removed", "project.removed"],
  [WebhookEvent.PROJECT_VOTED, "Votes changed", "project.voted"],
  [WebhookEvent.UPDATE_PUBLISHED, "Project update", "update.published"],
  [WebhookEvent.THREAD_PUBLISHED, "New thread", "thread.published"],
  [WebhookEvent.REPLY_PUBLISHED, "New reply", "reply.published"],
  [WebhookEvent.FEEDBACK_ADDED, "New feedback on a project", "feedback.added"],
  [WebhookEvent.STORY_PUBLISHED, "Story published", "story.published"],
  [WebhookEvent.COMMENT_PUBLISHED, "New comment", "comment.published"],
  [WebhookEvent.FOLLOWER_ADDED, "New follower", "follower.added"],
  [WebhookEvent.MODERATION_DECIDED, "Moderation decision", "moderation.decided"],
];

export const eventLabel = (event: WebhookEvent) =>
  event === WebhookEvent.PING ? "Test" : (events.find(([e]) => e === event)?.[1] ?? "Event");

export const stateLabel: Record<WebhookDeliveryState, string> = {
  [WebhookDeliveryState.UNSPECIFIED]: "",
  [WebhookDeliveryState.WAITING]: "Waiting",
  [WebhookDeliveryState.DELIVERED]: "Delivered",
  [WebhookDeliveryState.FAILED]: "Failed",
};
