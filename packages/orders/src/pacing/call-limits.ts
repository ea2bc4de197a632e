// Calls of the service that are repeated at growing intervals until an answer decides something.

/** Number of calls without a deciding answer after which an alert is raised. */
export const alertAfterCalls = 5

/** Number of calls after which the service is not called any more, and a person is told. */
export const maxCalls = 40
