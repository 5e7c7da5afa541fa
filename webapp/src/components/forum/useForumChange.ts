import { FeedbackService } from "../../gen/uvboard/v1/feedback_service_pb";
import { ForumService } from "../../gen/uvboard/v1/forum_service_pb";
import { ProjectService } from "../../gen/uvboard/v1/project_service_pb";
import { StatsService } from "../../gen/uvboard/v1/stats_service_pb";
import { UserService } from "../../gen/uvboard/v1/user_service_pb";
import { useInvalidate } from "../../lib/server/query";

const { listChannels, listThreads, listPosts, getThread, getThreadWatch, getForumStats } = ForumService.method;
const { listProjectFeedback } = FeedbackService.method;
const { getProject } = ProjectService.method;

/** Functions that invalidate the queries that a change of the forum affects. */
export function useForumChange() {
  const invalidate = useInvalidate();
  const counts = () =>
    invalidate(getForumStats, UserService.method.listActiveUsers, UserService.method.getUserStats, listChannels);
  return {
    channels: async () => {
      await Promise.all([counts(), invalidate(StatsService.method.getCommunityStats)]);
    },
    /** A thread is new, gone or changed. */
    threads: async () => {
      await Promise.all([counts(), invalidate(listThreads, getThread)]);
    },
    /** Replies of a thread are new, gone or changed. */
    posts: async () => {
      await Promise.all([
        counts(),
        invalidate(listPosts, getThread, getThreadWatch, listThreads, listProjectFeedback, getProject),
      ]);
    },
  };
}
