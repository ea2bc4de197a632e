import { html } from 'hono/html'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { type Speech, chooseLanguage } from '../../page-frame/language.ts'
import { resultIcon, page, type Markup, messagePage } from '../../page-frame/layout.ts'
import { pagePolicy, type PageNeeds } from '../../page-frame/page-policy.ts'
import { withQuery } from '../authorization/authorization-answer.ts'
import { OAuthError } from '../oauth-error.ts'

/** An error that may not be sent to any client, in the parameters of its address. */
export interface IdentityErrorView {
  readonly error: string
  readonly error_description: string
  readonly error_hint: string
  /** Path with query, for the change of language. */
  readonly path: string
}

/** Error page for a request whose client or redirect URI is not valid. */
export function identityErrorPage(speech: Speech, view: IdentityErrorView): Markup {
  const { messages } = speech
  return page({
    ...speech,
    title: messages.identityErrorTitle,
    path: view.path,
    audience: 'customer',
    content: html`<section class="card center">
      ${resultIcon('bad')}
      <h1>${messages.identityErrorTitle}</h1>
      <p class="soft">${messages.identityErrorText}</p>
      <p><code data-error>${view.error}</code></p>
      <p class="small">${view.error_description} <strong>${view.error_hint}</strong></p>
    </section>`,
  })
}

/** Status and needs of a page of the identity server. */
export interface PageSending extends PageNeeds {
  readonly status?: ContentfulStatusCode
}

/** Sends a page of the identity server. */
export async function showPage(
  c: Context,
  content: Markup,
  { status = 200, ...needs }: PageSending = {},
): Promise<Response> {
  c.header('content-security-policy', pagePolicy(needs))
  return c.html(content, status)
}

/** Answers that the request of a page is no longer waiting in this browser. */
export function showGone(c: Context): Promise<Response> {
  const speech = chooseLanguage(c)
  const { challengeGoneTitle: title, challengeGoneText: text } = speech.messages
  return showPage(c, messagePage(speech, { title, text, path: c.req.path }), { status: 404 })
}

/** Shows an error that may not be sent to any client, on a page of its own. */
export function showError(c: Context, error: unknown): Response {
  if (!(error instanceof OAuthError)) throw error
  const { error: code, error_description, error_hint } = error.body
  const { origin } = new URL(c.req.url)
  const location = withQuery(`${origin}/identity/error`, {
    error: code,
    error_description,
    error_hint,
  })
  return c.redirect(location.slice(origin.length))
}
