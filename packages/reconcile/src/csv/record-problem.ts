/** Why bytes are no record of the layout, whatever stands in them; 0 is no problem. */
export const recordProblem = {
  none: 0,
  emptyLine: 1,
  tooLong: 2,
  quoteNotClosed: 3,
  textAfterQuote: 4,
  quoteInsideText: 5,
  strayCarriageReturn: 6,
  tooFewColumns: 7,
  tooManyColumns: 8,
} as const

/** One of the problems of {@link recordProblem}. */
export type RecordProblem = (typeof recordProblem)[keyof typeof recordProblem]
