import { createContext, use } from "react";

/** The context that ForumLayout provides to its screens. */
export type Forum = {
  /** Tells a guest to log in for an action, such as "create a thread". */
  askToLogin: (action: string) => void;
  /** Opens the dialog for a new channel; a guest is told to log in. */
  createChannel: (project?: { id: string; title: string }) => void;
};

export const ForumContext = createContext<Forum>({
  askToLogin: () => undefined,
  createChannel: () => undefined,
});

export const useForum = (): Forum => use(ForumContext);
