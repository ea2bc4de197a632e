import { html } from 'hono/html'
import { fieldTextInVietnamese } from './field-texts/field-text-in-vietnamese.ts'
import type { PageMessages } from './page-messages.ts'
import type { SchemaRow } from './schema-rows.ts'

/** A piece of the page. */
export type Markup = ReturnType<typeof html>

/** The language and the texts of a page. */
export interface Writing {
  readonly messages: PageMessages
  readonly language: 'en' | 'vi'
}

/** A text whose names between backticks are shown as code. */
export function textWithCode(text: string): Markup {
  const parts = text
    .split('`')
    .map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))
  return html`${parts}`
}

/** A table that is scrolled where it is wider than the screen. */
export function scrollTable(headings: readonly string[], lines: readonly Markup[]): Markup {
  return html`<div class="scroll" tabindex="0">
    <table>
      <thead>
        <tr>
          ${headings.map((heading) => html`<th scope="col">${heading}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${lines}
      </tbody>
    </table>
  </div>`
}

/** The text of a field, a parameter or a status in the language of a page. */
export function toldIn(language: Writing['language'], text: string): string {
  return language === 'vi' ? fieldTextInVietnamese(text) : text
}

/** A table of fields or parameters. */
export function rowsTable({ messages, language }: Writing, rows: readonly SchemaRow[]): Markup {
  const lines = rows.map(
    ({ name, required, description, rule }) =>
      html`<tr>
        <th scope="row">
          <code>${name}</code
          ><small class="${required ? 'must' : 'may'}"
            >${required ? messages.required : messages.optional}</small
          >
        </th>
        <td>${textWithCode(toldIn(language, description))}</td>
        <td class="rule">${rule}</td>
      </tr>`,
  )
  return scrollTable([messages.field, messages.meaning, messages.rule], lines)
}
