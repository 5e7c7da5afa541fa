import "@tanstack/react-router";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Set when a project has just been published. Its page then greets the owner. */
    published?: boolean;
    /** The form of a draft shows what the draft lacks to be published. */
    missing?: boolean;
    /** A profile opens with the form for a message to its user. */
    write?: boolean;
    /** Values for the form of a new project, which asks before it replaces what the user has entered. */
    prefill?: { title?: string; tagline?: string; description?: string; logo?: string };
  }
}
