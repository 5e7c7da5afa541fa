import { createContext, use } from "react";

/** The context that ForumLayout provides to its screens. */
export type Forum = {
  /** Opens the dialog for a new channel; a guest is told to log in. */
  createChannel: (project?: { id: string; title: string }) => void;
};

export const ForumContext = createContext<Forum>({ createChannel: () => undefined });

export const useForum = (): Forum => use(ForumContext);
