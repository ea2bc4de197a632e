import type { Context } from 'hono'
import { chooseLanguage } from '../page-frame/language.ts'
import { messagePage } from '../page-frame/layout.ts'

/**
 * Answers a path that does not exist: a browser gets a page that leads on, everything else a line
 * of text.
 */
export function answerNotFound(c: Context): Response | Promise<Response> {
  const isForPerson = c.req.method === 'GET' && c.req.header('accept')?.includes('text/html')
  if (isForPerson !== true) return c.text('404 Not Found', 404)
  const speech = chooseLanguage(c)
  const { notFoundTitle: title, notFoundText: text } = speech.messages
  // Two slashes at its beginning would make the link to the other language lead to another host.
  const path = c.req.path.replace(/^\/+/, '/')
  return c.html(messagePage(speech, { title, text, path, audience: 'tester' }), 404)
}
