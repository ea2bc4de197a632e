/** How long a customer waits for a one-time code before another one can be asked for. */
export const newCodeAfterSeconds = 60
