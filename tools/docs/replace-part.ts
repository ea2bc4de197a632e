/** The comments around the generated part of a page that is otherwise written by hand. */
export interface PartMarks {
  readonly start: string
  readonly end: string
}

/**
 * A page with its generated part written anew.
 *
 * @throws Error when the page lacks one of the marks: the part would be lost, or doubled
 */
export function replacePart(page: string, { start, end }: PartMarks, part: string): string {
  const [before = '', rest, ...others] = page.split(start)
  const [, after, ...more] = rest?.split(end) ?? []
  if (after === undefined || others.length + more.length > 0) {
    throw new Error(`The page must have each of these lines once: ${start} and ${end}`)
  }
  return `${before}${start}\n\n${part}\n\n${end}${after}`
}
