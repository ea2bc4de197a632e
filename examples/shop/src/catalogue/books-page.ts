import { formatVnd, type Markup } from '@merchant-edge/pages'
import { html } from 'hono/html'
import { catalogue, type Book } from './catalogue.ts'
import { coverArt } from './cover-art.ts'
import { page } from '../pages/layout.ts'
import { type Locale } from '../pages/locale.ts'

function bookCard({ messages, language }: Locale, book: Book): Markup {
  return html`<article class="book">
    ${coverArt(book.cover)}
    <h2>${book.title[language]}</h2>
    <p class="small">${book.author}<br /><span class="soft">${book.about[language]}</span></p>
    <form method="post" action="/basket">
      <p class="price">${formatVnd(book.priceVnd, language)}</p>
      <input type="hidden" name="book" value="${book.id}" />
      <button name="change" value="1" data-book="${book.id}">${messages.addToBasket}</button>
    </form>
  </article>`
}

function giftCard({ messages, language }: Locale, card: Book): Markup {
  return html`<article class="gift-card card">
    ${coverArt(card.cover)}
    <div class="grow">
      <h2>${card.title[language]}</h2>
      <p class="soft small">${card.about[language]}</p>
    </div>
    <form method="post" action="/basket">
      <p class="price">${formatVnd(card.priceVnd, language)}</p>
      <input type="hidden" name="book" value="${card.id}" />
      <button name="change" value="1" data-book="${card.id}">${messages.addToBasket}</button>
    </form>
  </article>`
}

/** The start page of the shop: every book with its price, then the gift cards. */
export function booksPage(locale: Locale, basketCount: number): Markup {
  const { messages } = locale
  const books = catalogue.filter(({ giftCardType }) => giftCardType === undefined)
  const giftCards = catalogue.filter(({ giftCardType }) => giftCardType !== undefined)
  return page({
    ...locale,
    title: messages.tagline,
    path: '/',
    basketCount,
    content: html`<h1>${messages.tagline}</h1>
      <div class="books">${books.map((book) => bookCard(locale, book))}</div>
      <div class="gift-cards">${giftCards.map((card) => giftCard(locale, card))}</div>`,
  })
}
