import { html, raw } from 'hono/html'
import type { OpenApiDocument, Operation } from '../document/open-api-document.ts'
import { sharedAnswers } from './answer-blocks.ts'
import { operationSection, refusalTable, type PlacedOperation } from './operation-section.ts'
import type { Markup, Writing } from './tables.ts'
import { pageStyle } from './page-style.ts'
import { pageMessages, type PageMessages } from './page-messages.ts'
import { inVietnamese } from './vietnamese.ts'

// The page is opened from disk, so its only script is inline. It hides operations that do not match
// the search.
const script = `
const box = document.querySelector('input[type=search]');
const none = document.getElementById('none');
function search() {
  const wanted = box.value.trim().toLowerCase();
  let found = 0;
  for (const article of document.querySelectorAll('article')) {
    const hit = article.dataset.words.includes(wanted);
    article.hidden = !hit;
    document.querySelector('nav a[href="#' + article.id + '"]').parentElement.hidden = !hit;
    found += hit ? 1 : 0;
  }
  for (const list of document.querySelectorAll('nav ul')) list.previousElementSibling.hidden = !list.querySelector('li:not([hidden])');
  for (const part of document.querySelectorAll('section')) part.hidden = !part.querySelector('article:not([hidden])');
  none.hidden = found > 0;
}
box.addEventListener('input', search);
addEventListener('keydown', (event) => {
  if (event.key === '/' && document.activeElement !== box) { event.preventDefault(); box.focus(); }
});
// Only what is wider than the screen has to be reached to be scrolled.
function scrollable() {
  for (const one of document.querySelectorAll('.scroll, pre')) {
    if (one.scrollWidth > one.clientWidth) one.tabIndex = 0;
    else one.removeAttribute('tabindex');
  }
}
scrollable();
addEventListener('resize', scrollable);
addEventListener('toggle', scrollable, true);
if (matchMedia('(min-width: 56.25em)').matches) document.querySelector('nav details').open = true;
`

function operationsOf(document: OpenApiDocument): PlacedOperation[] {
  return Object.entries(document.paths).flatMap(([path, { servers: _servers, ...operations }]) =>
    Object.entries(operations).map(([method, operation]: [string, Operation]) => {
      return { document, path, method, operation }
    }),
  )
}

interface Part {
  readonly name: string
  readonly operations: readonly PlacedOperation[]
}

function partsOf(document: OpenApiDocument): Part[] {
  const all = operationsOf(document)
  return document.tags.map(({ name }) => ({
    name,
    operations: all.filter(({ operation }) => operation.tags.includes(name)),
  }))
}

interface Frame {
  readonly messages: PageMessages
  readonly language: 'en' | 'vi'
  readonly languages: readonly Markup[]
  readonly contents: readonly Markup[]
  readonly parts: readonly Markup[]
}

function frame({ messages, language, languages, contents, parts }: Frame): Markup {
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Merchant Edge: ${messages.title}</title>
        <style>
          ${raw(pageStyle)}
        </style>
      </head>
      <body>
        <a class="skip" href="#main">${messages.skip}</a>
        <header>
          <strong>Merchant Edge</strong>
          <input
            type="search"
            aria-label="${messages.search}"
            placeholder="${messages.search} ( / )"
          />
          <span class="languages">${languages}</span>
        </header>
        <div class="columns">
          <nav aria-label="${messages.contents}">
            <details>
              <summary>${messages.contents}</summary>
              ${contents}
            </details>
          </nav>
          <main id="main">
            <h1>${messages.title}</h1>
            <p class="lead">${messages.intro}</p>
            <p id="none" hidden>${messages.nothingFound}</p>
            ${parts}
          </main>
        </div>
        <script>
          ${raw(script)}
        </script>
      </body>
    </html>`
}

function contentsOf(document: OpenApiDocument): Markup[] {
  const parts = partsOf(document).map(({ name, operations }) => {
    const links = operations.map(
      ({ operation: { operationId } }) =>
        html`<li><a href="#${operationId}">${operationId}</a></li>`,
    )
    return html`<h2>${name}</h2>
      <ul>
        ${links}
      </ul>`
  })
  return [html`<p class="document">${document.info.title}</p>`, ...parts]
}

function sectionsOf(writing: Writing, document: OpenApiDocument): Markup[] {
  const common = document['x-refusals']['common'] ?? []
  const sections = partsOf(document).map(
    ({ name, operations }) =>
      html`<section>
        <h2>${name}</h2>
        ${operations.map((one) => operationSection(writing, one))}
      </section>`,
  )
  const heading = html`<div class="shared">
    <h2>${document.info.title}</h2>
    <p class="lead">${document.info.description}</p>
  </div>`
  if (common.length === 0) return [heading, ...sections, ...sharedAnswers(writing, document)]
  const shared = html`<div class="shared">
    <h2>${writing.messages.common}</h2>
    ${refusalTable(writing, common)}
  </div>`
  return [heading, ...sections, shared]
}

/**
 * Removes the indentation of the templates, a third of the page's size; examples and the script
 * keep theirs.
 */
function withoutIndentation(page: string): string {
  return page
    .split(/(<pre[\s\S]*?<\/pre>|<script>[\s\S]*?<\/script>)/)
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll(/\s*\n\s*/g, '\n')))
    .join('')
}

/**
 * Renders a page that shows OpenAPI documents. The page needs no network and no server.
 *
 * @param files names of the page's files by language, for the links between them
 */
export async function apiPage(
  documents: readonly OpenApiDocument[],
  language: 'en' | 'vi',
  files: Readonly<Record<'en' | 'vi', string>>,
): Promise<string> {
  const messages = pageMessages[language]
  const writing = { messages, language }
  const languages = (['vi', 'en'] as const).map((one) =>
    one === language
      ? html`<span aria-current="true">${pageMessages[one].language}</span>`
      : html`<a lang="${one}" hreflang="${one}" href="${files[one]}"
          >${pageMessages[one].language}</a
        >`,
  )
  const shown = language === 'vi' ? documents.map((document) => inVietnamese(document)) : documents
  const contents = shown.flatMap((document) => contentsOf(document))
  const parts = shown.flatMap((document) => sectionsOf(writing, document))
  const page = await frame({ messages, language, languages, contents, parts })
  return `${withoutIndentation(page)}\n`
}
