import { Role, type SessionUser } from "../../gen/uvboard/v1/user_pb";

/** Whether the user may decide about what others wrote: moderators and admins. */
export const moderates = (user: Pick<SessionUser, "isAdmin" | "role"> | undefined): boolean =>
  user !== undefined && (user.isAdmin || user.role === Role.MODERATOR);
