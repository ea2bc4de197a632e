declare module 'vitest' {
  interface TaskMeta {
    /** Marks that were reached while the test ran. */
    reached?: readonly string[]
    /** Marks that were reached outside of tests since the previous test. */
    reachedBefore?: readonly string[]
  }
}

/** The tests of a file that a mutant is tried with. */
export interface FileTests {
  /** Absolute path of the test file. */
  readonly file: string
  readonly testIds: readonly string[]
  /** Their total duration without a mutant. */
  readonly durationMs: number
}

/** A test and the blocks that it reaches. */
export interface ReachingTest {
  readonly file: string
  readonly id: string
  readonly name: string
  readonly durationMs: number
  readonly reached: readonly string[]
}

/** What has killed a mutant. */
export interface Killer {
  /** The failed test, or another failure. */
  readonly name: string
  /** Absent when it was not a test. */
  readonly testId?: string
}

/** Requests to the process with the tests. */
export type TestRequest =
  | {
      readonly kind: 'reach'
      /** Texts with marks, by the absolute paths of their files. */
      readonly texts: Readonly<Record<string, string>>
      /** Only test files whose path contains one of them. */
      readonly testParts: readonly string[]
    }
  | {
      readonly kind: 'try'
      /** Absolute path of the file that is mutated. */
      readonly file: string
      readonly text: string
      readonly tests: FileTests
    }

/** Its answers. */
export type TestReply =
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'reached'
      readonly tests: readonly ReachingTest[]
      /** Names of tests that fail without any mutant. */
      readonly failed: readonly string[]
    }
  | {
      readonly kind: 'tried'
      /** Absent when all tests have passed. */
      readonly killedBy?: Killer
    }
  | { readonly kind: 'broken'; readonly message: string }
