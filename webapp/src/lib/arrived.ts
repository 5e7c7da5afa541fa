/** The key of the ids of replies of a thread that have come while the page is open and have not been on screen yet. */
export const arrivedKey = (threadId: string) => ["arrived", threadId] as const;
