import type { VisitorObject } from 'oxc-parser'

/** A change of a source text that its tests should notice. */
export interface Mutation {
  /** Offset of the first character that is replaced. */
  readonly start: number
  /** Offset after the last one. */
  readonly end: number
  /** Replacement of that text; empty when the text is removed. */
  readonly replacement: string
  /**
   * Text to append after the last line, such as the import of a function that the change calls.
   */
  readonly appendix?: string
}

/** A part of a source text. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** A mutation operator: it inspects a node of the syntax tree and proposes mutations. */
export type Operator = (source: string, propose: (mutation: Mutation) => void) => VisitorObject
