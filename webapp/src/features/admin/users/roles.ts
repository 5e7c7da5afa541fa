import { Role } from "../../../gen/uvboard/v1/user_pb";

/** What the interface says of a role. */
export const roles: Record<Role, { name: string; now: string; may: string }> = {
  [Role.UNSPECIFIED]: { name: "", now: "", may: "" },
  [Role.MEMBER]: { name: "Member", now: "a member", may: "What every member may." },
  [Role.MODERATOR]: {
    name: "Moderator",
    now: "a moderator",
    may: "Decides reports, hides and restores, warns, suspends for up to 30 days, pins and locks. No settings, no deletion.",
  },
  [Role.ADMIN]: { name: "Admin", now: "an admin", may: "Everything, roles and settings too." },
};
