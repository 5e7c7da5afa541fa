import "@tanstack/react-router";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Set when a project has just been published. Its page then greets the owner. */
    published?: boolean;
  }
}
