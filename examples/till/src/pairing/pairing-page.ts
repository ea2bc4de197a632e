import type { Markup } from '@merchant-edge/pages'
import { html } from 'hono/html'
import { page } from '../pages/layout.ts'
import type { Locale } from '../pages/locale.ts'
import { type Till, tillKey } from '../till-settings.ts'

/** The till first, because a phone cuts off the end of a long option. */
function nameInList({ name, storeName }: Till): string {
  return storeName === undefined ? name : `${name} · ${storeName}`
}

/** The page that asks whether the pairing is to end: it takes the password to undo. */
export function unpairingPage(locale: Locale, till: Till): Markup {
  const { messages } = locale
  return page({
    ...locale,
    title: messages.unpairTitle,
    path: '/till/unpair',
    till,
    content: html`<section class="card">
      <h1 tabindex="-1">${messages.unpairTitle}</h1>
      <p>${messages.unpairText}</p>
      <form class="actions" method="post" action="/till/unpair">
        <a class="button main" href="/till">${messages.back}</a>
        <button>${messages.unpair}</button>
      </form>
    </section>`,
  })
}

/** The page on which a device is paired with a till. */
export function pairingPage(
  locale: Locale,
  { tills, chosen, problem }: { tills: readonly Till[]; chosen?: string; problem?: string },
): Markup {
  const { messages } = locale
  return page({
    ...locale,
    title: messages.pairTitle,
    path: '/till/pair',
    content: html`<section class="card">
      <h1 tabindex="-1">${messages.pairTitle}</h1>
      <p>${messages.pairText}</p>
      ${problem === undefined ? '' : html`<p class="problem" id="problem" role="alert">${problem}</p>`}
      <form method="post" action="/till/pair">
        <p>
          <label for="till">${messages.till}</label>
          <select id="till" name="till">
            ${tills.map((till) => {
              const key = tillKey(till)
              return html`<option value="${key}" ${key === chosen ? 'selected' : ''}>
                ${nameInList(till)}
              </option>`
            })}
          </select>
        </p>
        <p>
          <label for="password">${messages.password}</label>
          <input
            id="password"
            name="password"
            type="password"
            autocomplete="current-password"
            required
            ${problem === undefined ? '' : html`aria-invalid="true" aria-describedby="problem" autofocus`}
          />
        </p>
        <button class="main">${messages.pair}</button>
      </form>
    </section>`,
  })
}
