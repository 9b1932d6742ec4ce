/** Bad usage or a bad config: the message is for the user, one line each; the exit status is 2. */
export class UsageError extends Error {}
