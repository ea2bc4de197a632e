import { htmlDocument, otherLanguage } from '@merchant-edge/pages'
import { html } from 'hono/html'
import type { Child } from 'hono/jsx'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Operator } from '../operator.ts'
import type { ConsoleContext } from './console-hono.ts'
import { layoutMessages } from './messages.ts'
import { Navigation } from './navigation.tsx'

/** A page of the desk. */
export interface Page {
  readonly title: string
  readonly content: Child
  /** 200 when left out. */
  readonly status?: ContentfulStatusCode
}

/** The address of this page in the other language; everything else of the query stays. */
function addressIn(c: ConsoleContext, language: string): string {
  const query = new URLSearchParams(c.req.query())
  query.set('lang', language)
  return `?${query.toString()}`
}

function Head({ c }: { readonly c: ConsoleContext }) {
  const { language } = c.var
  // Pages of the sign-in come before anybody is known.
  const operator: Operator | undefined = c.var.operator
  const messages = layoutMessages[language]
  const other = otherLanguage(language)
  return (
    <header class="top">
      <a class="brand" href="/">
        {messages.desk}
      </a>
      {operator !== undefined && (
        <span class="who">
          {operator.name} <small>{messages.roles[operator.role]}</small>
        </span>
      )}
      {c.req.method === 'GET' && (
        <a lang={other} hreflang={other} href={addressIn(c, other)}>
          {messages.otherLanguage}
        </a>
      )}
      {c.var.signOn?.identity !== undefined && (
        <form method="post" action="/auth/sign-out">
          <button class="quiet">{messages.signOut}</button>
        </form>
      )}
    </header>
  )
}

/** Answers with a page in the frame of the desk. */
export function showPage(c: ConsoleContext, page: Page): Response | Promise<Response> {
  const messages = layoutMessages[c.var.language]
  const document = htmlDocument({
    language: c.var.language,
    title: `${page.title} · ${messages.desk}`,
    skipLabel: messages.skip,
    head: html`<meta name="color-scheme" content="light dark" />
      <meta name="robots" content="noindex" />
      <link rel="icon" href="data:," />
      <link rel="stylesheet" href="/styles.css" />`,
    body: (
      <>
        <Head c={c} />
        <div class="desk">
          <Navigation c={c} />
          <main id="content">
            <h1>{page.title}</h1>
            {page.content}
          </main>
        </div>
      </>
    ),
  })
  return c.html(document, page.status ?? 200)
}
