/** A test that a document names as its proof. */
export interface Citation {
  /** Relative to the repository. */
  readonly file: string
  readonly title: string
  /** Line of the document, from 1. */
  readonly line: number
}

/**
 * The tests that a document names: the path in backticks, a colon, the title in quotes. Several
 * titles of one file are separated by commas.
 */
export function readCitations(markdown: string): readonly Citation[] {
  return markdown.split('\n').flatMap((text, at) =>
    [...text.matchAll(/`([^`\s]+\.tsx?)`:((?:,? "[^"]+")+)/g)].flatMap(
      ([, file = '', titles = '']) =>
        [...titles.matchAll(/"([^"]+)"/g)].map(([, title = '']) => ({
          file,
          title,
          line: at + 1,
        })),
    ),
  )
}
