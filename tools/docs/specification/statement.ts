/**
 * A statement of the interface specification, and the part of this repository that implements it.
 */
export interface Statement {
  /**
   * Section, then the place of the statement within it: `2.18.3`; of a call its section and name:
   * `4.5 refundOrder`.
   */
  readonly number: string
  /** The statement in our own words. */
  readonly says: string
  /** File or folder that implements it; without `packages/` for those of packages. */
  readonly where: string
  /** Open points of the statement: numbers of docs/gaps.md, each with an option there. */
  readonly gaps?: readonly string[]
}

/**
 * Makes the statements of a section, numbered from 1 in their order.
 *
 * @param statements what each says, what holds it, and the gaps that the text leaves in it
 */
export function section(
  number: string,
  statements: readonly (readonly [says: string, where: string, ...gaps: string[]])[],
): readonly Statement[] {
  return statements.map(([says, where, ...gaps], index) => ({
    number: `${number}.${index + 1}`,
    says,
    where,
    ...(gaps.length > 0 && { gaps }),
  }))
}
