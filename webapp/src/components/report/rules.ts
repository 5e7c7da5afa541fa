/** The numbers of the queue of reports, as in docs/moderation.md. A test of the server compares both with what it does. */
export const rules = {
  newAccountHours: 24,
  reportsPerDay: 5,
  lastDecided: 10,
  minDecided: 3,
  maxReporters: 5,
  hoursPerReporter: 2,
  oneReporterHours: 8,
  otherHours: 48,
} as const;
