/** Resolves in another task. Between two tasks the browser answers the user. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
