/**
 * Answer code for a token that the service does not know (any more): the wallet is not linked.
 * Assumes G-56 and G-72.
 */
export const unknownToken = 4040001
