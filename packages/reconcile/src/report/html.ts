/** Markup that is safe to put into a page as it is. */
export class Html {
  readonly text: string

  /** @param text markup of our own: whatever comes from a file goes through {@link html} */
  constructor(text: string) {
    this.text = text
  }
}

/** What may stand in a placeholder of {@link html}; the items of an array follow one another. */
export type HtmlValue = Html | string | number | readonly HtmlValue[]

const entities: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

function markup(value: HtmlValue): string {
  if (value instanceof Html) return value.text
  if (typeof value === 'string') {
    return value.replaceAll(/[&<>"']/g, (sign) => entities.get(sign) ?? '')
  }
  return typeof value === 'number' ? String(value) : value.map(markup).join('')
}

/**
 * Writes markup with values in it. Texts are escaped, so that they are text in an element and in a
 * quoted attribute alike; they must not stand anywhere else, such as in a script or a tag.
 */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let text = parts[0] ?? ''
  for (const [index, value] of values.entries()) text += markup(value) + (parts[index + 1] ?? '')
  return new Html(text)
}
