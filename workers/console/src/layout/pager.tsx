import type { ConsoleContext } from './console-hono.ts'
import { layoutMessages } from './messages.ts'

function addressOf(query: Readonly<Record<string, string>>): string {
  return `?${new URLSearchParams(query).toString()}`
}

/** Links to the first and the next page of a list that holds its place by a cursor. */
export function Pager({
  c,
  cursor,
}: {
  readonly c: ConsoleContext
  readonly cursor: string | undefined
}) {
  const messages = layoutMessages[c.var.language]
  const { cursor: here, lang: _lang, ...query } = c.req.query()
  if (here === undefined && cursor === undefined) return <></>
  return (
    <nav class="pager" aria-label={messages.pages}>
      {here !== undefined && (
        <a class="button" href={addressOf(query)}>
          {messages.first}
        </a>
      )}
      {cursor !== undefined && (
        <a class="button" rel="next" href={addressOf({ ...query, cursor })}>
          {messages.next}
        </a>
      )}
    </nav>
  )
}
