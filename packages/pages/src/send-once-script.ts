/**
 * The script of forms that ask the wallet service for something, which can take seconds: while such
 * a form is being sent, its button says so, and pressing it again sends nothing. A page that comes
 * back from the browser's memory can be sent again, and so can one that a person stopped, after 20
 * seconds. Without the script the server answers the second press.
 *
 * It applies to forms with `data-send-once`; other forms may be sent any number of times.
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
