/** The rate limits that a person may meet, as in docs/limits.md. Tests of the server compare both with what it enforces. */
export const rateLimits = [
  { what: "New forum threads and channels", burst: 5, rate: "1 every 15 seconds" },
  { what: "Replies and comments", burst: 10, rate: "1 every 5 seconds" },
  { what: "Reports and appeals", burst: 20, rate: "20 a day" },
  { what: "Briefs and logo ideas in VibeKit", burst: 20, rate: "20 an hour" },
  { what: "Everything else that you save", burst: 30, rate: "1 a second" },
  { what: "Lists and pages that you read", burst: 120, rate: "20 a second" },
];

/** Posts of a new account with links to other sites: how many are approved until the next ones appear at once, and the minutes between two that wait. */
export const newAccount = { posts: 3, minutes: 5 };
