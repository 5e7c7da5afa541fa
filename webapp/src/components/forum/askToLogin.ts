import { createContext, use } from "react";

/** Tells a guest to log in for an action, such as "post a reply". What shows replies provides it. */
export const AskToLogin = createContext<(action: string) => void>(() => undefined);

export const useAskToLogin = () => use(AskToLogin);
