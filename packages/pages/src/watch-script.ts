/**
 * The script of pages that wait for a payment. It asks for the state of the order, shows the page
 * of the next stage in place when the state has changed, and counts the time down, whatever the
 * clock of the device says. It looks at once when somebody comes back to the page, because timers
 * of a page in the background sleep. A request that hangs is given up, so that the page never stops
 * looking, and a page that cannot look says so. What was asked over a lost connection is given up
 * as soon as there is one again. While a form is being sent the page stays as it is: the answer
 * leads on. Without the script the pages refresh themselves.
 *
 * The element `main` says what is waited for: `data-watch` the address that answers `{ state }`,
 * `data-states` the states in which the page stays, `data-next` the address of the next page,
 * `data-poll-seconds`. An element `data-offline` is shown while the page cannot look.
 */
export const watchScript = `'use strict'
;(() => {
  const slowestMs = 30000
  const timeoutMs = 15000
  let pollTimer, clockTimer, request, asking = false, isDue = false, sending = false, failures = 0

  // A single failed request is not shown; when the browser reports that it is offline, this is
  // shown at once.
  function showConnection() {
    const notice = document.querySelector('[data-offline]')
    if (notice) notice.hidden = navigator.onLine && failures < 2
  }

  async function get(address) {
    const controller = new AbortController()
    request = controller
    setTimeout(() => controller.abort(), timeoutMs)
    const response = await fetch(address, { signal: controller.signal })
    if (!response.ok) throw new Error(String(response.status))
    return response
  }

  async function showNext(main) {
    const response = await get(main.dataset.next)
    const next = new DOMParser().parseFromString(await response.text(), 'text/html')
    if (sending || !main.isConnected) return
    // A refresh in the head works only in a loaded page, not when the body is replaced by script.
    if (next.querySelector('head > meta[http-equiv=refresh]')) return location.replace(response.url)
    history.replaceState(null, '', response.url)
    document.title = next.title
    document.body.replaceWith(document.adoptNode(next.body))
    start()
    document.querySelector('h1')?.focus()
  }

  async function look(main, pauseMs) {
    clearTimeout(pollTimer)
    if (asking) isDue = true
    if (asking || sending || !main.isConnected) return
    asking = true
    isDue = false
    let waitMs = Number(main.dataset.pollSeconds) * 1000
    try {
      const { state } = await (await get(main.dataset.watch)).json()
      failures = 0
      if (!main.dataset.states.split(' ').includes(state)) await showNext(main)
    } catch {
      failures += 1
      waitMs = Math.min(slowestMs, pauseMs * 2)
    }
    asking = false
    showConnection()
    if (main.isConnected) pollTimer = setTimeout(() => look(main, waitMs), isDue ? 0 : waitMs)
  }

  function watch(delayMs) {
    const main = document.querySelector('main')
    if (!main?.dataset.watch) return
    const pauseMs = Number(main.dataset.pollSeconds) * 1000
    clearTimeout(pollTimer)
    pollTimer = setTimeout(() => look(main, pauseMs), delayMs ?? pauseMs)
  }

  // When offline, the browser would replace this page by its own error page.
  function reload() {
    if (navigator.onLine) location.reload()
    else clockTimer = setTimeout(reload, 3000)
  }

  function clockOf(seconds) {
    const minutes = Math.floor(seconds / 60)
    const parts = minutes < 60 ? [minutes] : [Math.floor(minutes / 60), minutes % 60]
    return [...parts, seconds % 60].map((part, index) => String(part).padStart(index && 2, '0')).join(':')
  }

  function countDown(clock) {
    const lifeMs = Number(clock.dataset.secondsLeft) * 1000
    const startedAt = Date.now()
    const startedAfter = performance.now()
    // The clock of the device may be set back meanwhile, and the time since the page began does not
    // count while the device sleeps.
    const passedMs = () => Math.max(Date.now() - startedAt, performance.now() - startedAfter)
    clock.parentElement.hidden = false
    function tick() {
      const left = Math.max(0, Math.ceil((lifeMs - passedMs()) / 1000))
      clock.textContent = clockOf(left)
      clock.parentElement.classList.toggle('short', left <= 60)
      clockTimer = setTimeout(left > 0 ? tick : reload, left > 0 ? 500 : 3000)
    }
    tick()
  }

  function start() {
    clearTimeout(clockTimer)
    const clock = document.querySelector('[data-seconds-left]')
    if (clock) countDown(clock)
    showConnection()
    watch()
  }

  document.addEventListener('visibilitychange', () => document.hidden || watch(0))
  addEventListener('pageshow', (event) => {
    if (!event.persisted) return
    sending = false
    watch(0)
  })
  addEventListener('offline', showConnection)
  addEventListener('online', () => {
    request?.abort()
    showConnection()
    watch(0)
  })
  addEventListener('submit', () => {
    sending = true
  })
  start()
})()
`
