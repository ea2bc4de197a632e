/** A statement of the interface specification, and what of this repository holds it. */
export interface Statement {
  /** Section, then the place of the statement within it: `2.18.3`; of a call its section and name: `4.5 refundOrder`. */
  readonly number: string
  /** What the specification says, in words of our own. */
  readonly says: string
  /** File or folder that holds it; without `packages/` for those of packages. */
  readonly where: string
  /** Why it is not held, or not wholly, in words; it needs no test then. */
  readonly open?: string
}

/** Makes the statements of a section, numbered from 1 in their order. */
export function section(
  number: string,
  statements: readonly (readonly [says: string, where: string, open?: string])[],
): readonly Statement[] {
  return statements.map(([says, where, open], index) => ({
    number: `${number}.${index + 1}`,
    says,
    where,
    ...(open !== undefined && { open }),
  }))
}
