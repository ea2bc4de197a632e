/** A heading of docs/decisions/README.md, and the numbers of its decisions. */
export interface DecisionSubject {
  readonly subject: string
  readonly numbers: readonly number[]
}

/**
 * The subject of every decision, in the order of docs/decisions/README.md. A decision has exactly
 * one.
 */
export const decisionSubjects: readonly DecisionSubject[] = [
  {
    subject: 'Payments and transfers',
    numbers: [
      9, 10, 26, 27, 28, 29, 38, 49, 51, 62, 64, 81, 87, 88, 89, 93, 95, 101, 104, 109, 110, 113,
      116, 122, 123, 124, 126, 128,
    ],
  },
  { subject: 'Callbacks', numbers: [3, 6, 7, 11, 14, 34, 86] },
  { subject: 'Refunds', numbers: [8, 25, 63, 84, 90] },
  { subject: 'Daily files and their differences', numbers: [30, 58, 66, 71, 82, 121, 127] },
  {
    subject: 'How daily files are compared',
    numbers: [12, 52, 68, 70, 73, 74, 75, 76, 77, 78, 79],
  },
  { subject: 'Webhooks and alerts', numbers: [31, 32, 80, 100] },
  { subject: 'Database and journal', numbers: [4, 13, 33, 36, 46, 69, 125] },
  { subject: 'Workers, keys and settings', numbers: [1, 15, 23, 43, 59] },
  { subject: 'Sign-on and staff', numbers: [35, 40, 44, 50, 54, 61, 72, 99, 102] },
  { subject: 'Pages', numbers: [17, 55, 56] },
  { subject: 'Sandbox', numbers: [16, 22, 41, 53, 57, 134] },
  { subject: 'Packages and dependencies', numbers: [2, 5, 18, 19, 21, 45, 48, 83, 103, 111, 115] },
  { subject: 'Tools and tests', numbers: [20, 24, 37, 42, 47, 67, 96, 105, 108, 112, 129] },
]
