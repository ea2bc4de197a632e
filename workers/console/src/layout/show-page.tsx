import { htmlDocument, otherLanguage, type Operator } from '@merchant-edge/pages'
import { html } from 'hono/html'
import type { Child } from 'hono/jsx'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ConsoleContext } from './console-hono.ts'
import { liveScriptPath } from './live-script.ts'
import { layoutMessages } from './messages.ts'
import { Navigation } from './navigation.tsx'

/** A page of the desk. */
export interface Page {
  readonly title: string
  readonly content: Child
  /** 200 when left out. */
  readonly status?: ContentfulStatusCode
  /** Whether the page refreshes itself while it is open. */
  readonly isLive?: boolean
}

/** Path of the script of forms that are sent once. */
export const sendOncePath = '/send-once.js'

/** Seconds between two requests of a page that refreshes itself. */
const liveSeconds = 10

/** Answers with the page, or 304 when the browser already has it. */
async function withTag(c: ConsoleContext, page: Response): Promise<Response> {
  const text = await page.text()
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0'))
  const etag = `W/"${hex.join('').slice(0, 32)}"`
  c.header('etag', etag)
  return c.req.header('if-none-match') === etag ? c.body(null, 304) : c.html(text)
}

/**
 * Screen reader notice of a page that refreshes itself, and a link to reload it without the script.
 */
function LiveNotice({ c }: { readonly c: ConsoleContext }) {
  const { live } = layoutMessages[c.var.language]
  return (
    <>
      <p
        class="live soft"
        role="status"
        data-live-notice
        data-updated={live.updated}
        data-over={live.over}
      ></p>
      <noscript>
        <p class="live">
          <a href="">{live.reload}</a>
        </p>
      </noscript>
      <script src={liveScriptPath} defer></script>
    </>
  )
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
  const isLive = page.isLive === true && (page.status ?? 200) === 200
  const document = htmlDocument({
    language: c.var.language,
    title: `${page.title} · ${messages.desk}`,
    skipLabel: messages.skip,
    head: html`<meta name="color-scheme" content="light dark" />
      <meta name="robots" content="noindex" />
      <link rel="icon" href="data:," />
      <link rel="stylesheet" href="/styles.css" />
      <script src="${sendOncePath}" defer></script>`,
    body: (
      <>
        <Head c={c} />
        <div class="desk">
          <Navigation c={c} />
          <div class="page">
            <main id="content" {...(isLive && { 'data-live-seconds': String(liveSeconds) })}>
              <h1>{page.title}</h1>
              {page.content}
            </main>
            {isLive && <LiveNotice c={c} />}
          </div>
        </div>
      </>
    ),
  })
  if (!isLive) return c.html(document, page.status ?? 200)
  const answer = c.html(document)
  return answer instanceof Response ? withTag(c, answer) : answer.then((done) => withTag(c, done))
}
