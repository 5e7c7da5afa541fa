/** The key of the ids of replies that have come while the page is open and have not been on screen yet. */
export const arrivedKey = ["arrived"] as const;
