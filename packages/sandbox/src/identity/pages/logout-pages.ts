import { html } from 'hono/html'
import type { Speech } from '../../page-frame/language.ts'
import { mark, page, type Markup } from '../../page-frame/layout.ts'

/** Asks a customer whether to sign out, when no client has asked in a way that can be trusted. */
export function logoutPage(
  speech: Speech,
  view: { readonly action: string; readonly fullName: string },
): Markup {
  const { texts } = speech
  return page({
    ...speech,
    title: texts.logoutTitle,
    path: view.action,
    audience: 'customer',
    content: html`<form class="card" method="post" action="${view.action}">
      <p class="soft small">${view.fullName}</p>
      <h1>${texts.logoutTitle}</h1>
      <p class="soft">${texts.logoutText}</p>
      <button class="main wide" name="step" value="sign-out">${texts.signOut}</button>
      <button class="wide" name="step" value="stay">${texts.staySignedIn}</button>
    </form>`,
  })
}

/** Where a logout ends that leads to no client. */
export function loggedOutPage(speech: Speech, isSignedIn: boolean): Markup {
  const { texts } = speech
  const title = isSignedIn ? texts.stillSignedInTitle : texts.signedOutTitle
  return page({
    ...speech,
    title,
    path: isSignedIn ? '/identity/signed-in' : '/identity/signed-out',
    audience: 'customer',
    content: html`<section class="card center" role="status">
      ${mark('good')}
      <h1>${title}</h1>
      <p class="soft">${texts.signedOutText}</p>
    </section>`,
  })
}

/**
 * Opens the front-channel addresses in hidden frames and goes on when all have loaded. Without scripts
 * the page goes on after seven seconds.
 */
export function frontChannelPage(
  speech: Speech,
  view: { readonly frames: readonly string[]; readonly location: string },
): Markup {
  const { texts } = speech
  return page({
    ...speech,
    title: texts.signingOutTitle,
    path: '/identity/signed-out',
    audience: 'customer',
    content: html`<section class="card center" role="status" data-next="${view.location}">
        <h1>${texts.signingOutTitle}</h1>
        <p class="soft">${texts.signingOutText}</p>
        <a class="button main wide" href="${view.location}">${texts.goOn}</a>
      </section>
      <script src="/identity/front-channel.js"></script>
      <noscript><meta http-equiv="refresh" content="7;url=${view.location}" /></noscript>
      ${view.frames.map((url) => html`<iframe hidden title="" src="${url}"></iframe>`)}`,
  })
}

/** Waits for the frames of {@link frontChannelPage}: all of them and half a second, or seven seconds. */
export const frontChannelScript = `
let loaded = 0
const goOn = () => location.replace(document.querySelector('[data-next]').dataset.next)
const check = () => {
  const isRead = document.readyState !== 'loading'
  if (isRead && loaded >= document.querySelectorAll('iframe').length) setTimeout(goOn, 500)
}
// Load events do not bubble, but they can be caught on their way down.
document.addEventListener('load', (event) => {
  if (event.target instanceof HTMLIFrameElement) { loaded += 1; check() }
}, true)
document.addEventListener('DOMContentLoaded', check)
setTimeout(goOn, 7000)
`
