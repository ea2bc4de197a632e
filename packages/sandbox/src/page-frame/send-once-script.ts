/** Path of {@link sendOnceScript}. */
export const sendOncePath = '/send-once.js'

/**
 * The script of forms with `data-send-once`: while such a form is being sent, pressing its button
 * again sends nothing. The answer to the first press can have a secret that is shown once, and a
 * second answer would take its place.
 *
 * It is the one of `@merchant-edge/pages`, which is not published; a test keeps both the same.
 */
export const sendOnceScript = `'use strict'
;(() => {
  const givenUpMs = 20000
  addEventListener('submit', (event) => {
    const form = event.target
    if (!form.matches('[data-send-once]') || event.defaultPrevented) return
    if (form.hasAttribute('aria-busy')) return event.preventDefault()
    form.setAttribute('aria-busy', 'true')
    event.submitter?.setAttribute('aria-busy', 'true')
    setTimeout(() => [form, event.submitter].forEach((element) => element?.removeAttribute('aria-busy')), givenUpMs)
  })
  addEventListener('pageshow', (event) => {
    if (!event.persisted) return
    for (const element of document.querySelectorAll('[aria-busy]')) element.removeAttribute('aria-busy')
  })
})()
`
