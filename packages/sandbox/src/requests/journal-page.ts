import { html } from 'hono/html'
import type { JournalEntry } from './request-journal.ts'
import { formatTime, type Speech } from '../page-frame/language.ts'
import { page, type Markup } from '../page-frame/layout.ts'

/**
 * Index of the first difference of two texts; the shorter length when one is a prefix of the other.
 */
function firstDifference(left: string, right: string): number {
  const length = Math.min(left.length, right.length)
  for (let at = 0; at < length; at += 1) if (left[at] !== right[at]) return at
  return length
}

function marked(text: string, at: number): Markup {
  if (at >= text.length) return html`${text}`
  return html`${text.slice(0, at)}<mark>${text.slice(at, at + 1)}</mark>${text.slice(at + 1)}`
}

function explanation({ messages }: Speech, entry: JournalEntry): Markup | string {
  if (entry.explanation === null) return ''
  const { cause, remedy, expectedText, signedText } = entry.explanation
  const at = signedText === undefined ? -1 : firstDifference(expectedText, signedText)
  return html`<div class="notice bad">${cause}</div>
    <p>${remedy}</p>
    <h3>${messages.signedByService}</h3>
    <pre>${at < 0 ? expectedText : marked(expectedText, at)}</pre>
    ${
      signedText === undefined
        ? ''
        : html`<h3>${messages.signedByCaller}</h3>
            <pre>${marked(signedText, at)}</pre>`
    }`
}

function entryCard(speech: Speech, entry: JournalEntry): Markup {
  const { messages, language } = speech
  const isGood = entry.httpStatus >= 200 && entry.httpStatus < 300
  return html`<details class="card">
    <summary>
      <span class="${isGood ? 'state-good' : 'state-bad'}">${entry.code}</span>
      ${entry.method} ${entry.path}
      <span class="soft small">${formatTime(entry.at, language)}, ${entry.message}</span>
    </summary>
    ${explanation(speech, entry)}
    ${
      entry.body === ''
        ? ''
        : html`<h3>${messages.body}</h3>
            <pre>${entry.body}</pre>`
    }
    <h3>${messages.answer}</h3>
    <pre>${entry.answer}</pre>
  </details>`
}

/** Every request to the API, newest first, with the reason of each refusal. */
export function journalPage(speech: Speech, entries: readonly JournalEntry[]): Markup {
  const { messages } = speech
  return page({
    ...speech,
    title: messages.journal,
    path: '/journal',
    audience: 'tester',
    content: html`<h1>${messages.journal}</h1>
      <p class="soft">${messages.journalText}</p>
      ${
        entries.length === 0
          ? html`<p class="card">${messages.noRequests}</p>`
          : entries.map((entry) => entryCard(speech, entry))
      }`,
  })
}
