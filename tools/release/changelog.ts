/** The part of a changeset that its changelog entry is made of. */
interface SummarizedChangeset {
  /** Markdown: a sentence about the subject, then a list. */
  readonly summary: string
}

/** A package that is released together with the one whose changelog is written. */
interface UpdatedDependency {
  readonly name: string
  readonly newVersion: string
}

/**
 * Writes the entries of the changelogs. Unlike the functions of changesets it names no commit, which a reader of a
 * changelog cannot open, and names the updated packages once instead of once for each changeset.
 *
 * @see https://github.com/changesets/changesets/blob/main/docs/modifying-changelog-format.md
 */
const changelog = {
  /** The entry of a changeset, as an item of a list. */
  getReleaseLine: ({ summary }: SummarizedChangeset): string => {
    const [first = '', ...rest] = summary.trim().split('\n')
    return [`- ${first}`, ...rest.map((line) => (line === '' ? '' : `  ${line}`))].join('\n')
  },

  /** The packages that are raised with this one; empty when there are none. */
  getDependencyReleaseLine: (
    _changesets: readonly SummarizedChangeset[],
    updated: readonly UpdatedDependency[],
  ): string => {
    if (updated.length === 0) return ''
    const versions = updated.map(({ name, newVersion }) => `  - ${name}@${newVersion}`)
    return ['- Updated dependencies:', ...versions].join('\n')
  },
}

export default changelog
