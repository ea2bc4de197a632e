import { html } from 'hono/html'
import { catalogue, type Book } from '../catalogue.ts'
import { coverArt } from '../cover-art.ts'
import { page, type Markup } from './layout.ts'
import { formatVnd, type Speech } from './speech.ts'

function bookCard({ texts, language }: Speech, book: Book): Markup {
  return html`<article class="book">
    ${coverArt(book.cover)}
    <h2>${book.title[language]}</h2>
    <p class="soft small">${texts.by} ${book.author}<br />${book.about[language]}</p>
    <form method="post" action="/basket">
      <p class="price">${formatVnd(book.priceVnd)}</p>
      <input type="hidden" name="book" value="${book.id}" />
      <button name="change" value="1" data-book="${book.id}">${texts.addToBasket}</button>
    </form>
  </article>`
}

/** The shop's window: every book with its price. */
export function booksPage(speech: Speech, basketCount: number): Markup {
  const { texts } = speech
  return page({
    ...speech,
    title: texts.tagline,
    path: '/',
    basketCount,
    content: html`<h1>${texts.tagline}</h1>
      <div class="books">${catalogue.map((book) => bookCard(speech, book))}</div>`,
  })
}
