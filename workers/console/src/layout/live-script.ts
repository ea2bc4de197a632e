/** Path of {@link liveScript}. */
export const liveScriptPath = '/live.js'

/**
 * The script of pages that refresh themselves.
 *
 * It asks for the page again with the ETag of the last answer, and puts a new content in place:
 * focus, place and opened details stay. No request is made while a form is being filled, a text is
 * selected or the page is in the background, nor later than ten minutes after the last interaction,
 * so that an abandoned desk does not keep its session alive. Without the script a link reloads the
 * page. The element `main` has `data-live-seconds`, the pause between two requests. The texts in
 * `data-live-texts` of the notice are announced politely to screen readers.
 */
export const liveScript = `'use strict'
;(() => {
  const main = document.querySelector('main[data-live-seconds]')
  const notice = document.querySelector('[data-live-notice]')
  if (!main || !notice) return
  const pauseMs = Number(main.dataset.liveSeconds) * 1000
  const unusedMs = 600000
  const timeoutMs = 15000
  const texts = notice.dataset
  let etag = '', shown = main.innerHTML, usedAt = Date.now(), timer, asking = false, isOver = false

  function isBeingFilled() {
    if (document.activeElement?.closest('main form')) return true
    return [...main.querySelectorAll('form input, form select, form textarea')].some((field) =>
      field.type === 'radio' || field.type === 'checkbox'
        ? field.checked !== field.defaultChecked
        : field.tagName === 'SELECT'
          ? field.selectedIndex !== Math.max(0, [...field.options].findIndex((one) => one.defaultSelected))
          : field.value !== field.defaultValue,
    )
  }

  function isStill() {
    const selected = String(getSelection()) !== ''
    return document.hidden || selected || Date.now() - usedAt > unusedMs || isBeingFilled()
  }

  function placeOf(element) {
    if (!element || !main.contains(element)) return
    const { tagName } = element
    const same = [...main.querySelectorAll(tagName)]
    const href = element.getAttribute('href')
    return { tagName, href, id: element.id, index: same.indexOf(element) }
  }

  function elementAt({ tagName, href, id, index }) {
    if (id) return document.getElementById(id)
    const same = [...main.querySelectorAll(tagName)]
    return same.find((one) => href && one.getAttribute('href') === href) ?? same[index]
  }

  function show(next) {
    const focused = placeOf(document.activeElement)
    const open = [...main.querySelectorAll('details[open]')].map(placeOf)
    const top = scrollY
    main.replaceChildren(...next.childNodes)
    for (const place of open) elementAt(place)?.setAttribute('open', '')
    if (focused) elementAt(focused)?.focus({ preventScroll: true })
    scrollTo({ top, behavior: 'instant' })
    const time = new Date().toLocaleTimeString(document.documentElement.lang, { timeZone: 'Asia/Ho_Chi_Minh' })
    notice.textContent = texts.updated + ' ' + time
  }

  async function ask() {
    const headers = etag ? { 'if-none-match': etag } : {}
    const answer = await fetch(location.href, {
      headers,
      cache: 'no-store',
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    // When the session has ended, the page goes to the sign-in.
    if (answer.type === 'opaqueredirect' || answer.status === 403) {
      isOver = true
      notice.textContent = texts.over
    }
    if (!answer.ok) return
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const next = page.querySelector('main')
    if (!next || isStill()) return
    etag = answer.headers.get('etag') ?? ''
    if (next.innerHTML === shown) return
    shown = next.innerHTML
    document.title = page.title
    show(document.adoptNode(next))
  }

  async function look() {
    clearTimeout(timer)
    if (asking || isOver) return
    asking = true
    try {
      if (!isStill()) await ask()
    } catch {
      // The next request may succeed again.
    }
    asking = false
    timer = setTimeout(look, pauseMs)
  }

  for (const name of ['pointerdown', 'keydown', 'scroll']) {
    addEventListener(name, () => { usedAt = Date.now() }, { passive: true })
  }
  document.addEventListener('visibilitychange', () => document.hidden || look())
  timer = setTimeout(look, pauseMs)
})()
`
