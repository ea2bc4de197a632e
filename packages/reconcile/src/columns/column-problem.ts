/** What is wrong with the value of a column; 0 is nothing. Follows the numbers of `recordProblem`. */
export const columnProblem = {
  none: 0,
  missing: 20,
  tooManyCharacters: 21,
  controlCharacter: 22,
  notUtf8: 23,
  notNumber: 24,
  outOfRange: 25,
  notListed: 26,
  notDate: 27,
  notTime: 28,
  notHex: 29,
} as const

/** One of the problems of {@link columnProblem}. */
export type ColumnProblem = (typeof columnProblem)[keyof typeof columnProblem]
