import { html } from 'hono/html'
import { identityScopes, type IdentityScope } from '../../identity/scopes.ts'
import type { Speech } from '../language.ts'
import type { Markup } from '../layout.ts'
import { clientFrame, clientName, type ClientPage } from './client-frame.ts'

/** What the consent page shows. */
export interface ConsentView extends Omit<ClientPage, 'title'> {
  /** Name of the customer. */
  readonly fullName: string
  /** Scopes that the client asks for. */
  readonly scopes: readonly string[]
}

function scopeChoice({ texts }: Speech, scope: IdentityScope): Markup {
  // Without openid there is no sign-in to consent to.
  if (scope === 'openid') {
    return html`<input type="hidden" name="scope" value="openid" />
      <p class="choice">
        <span>${texts.consentScope_openid}<br /><code class="soft">openid</code></span>
      </p>`
  }
  return html`<label class="choice">
    <input type="checkbox" name="scope" value="${scope}" checked />
    <span>${texts[`consentScope_${scope}`]}<br /><code class="soft">${scope}</code></span>
  </label>`
}

/** The customer reads what the client wants to know, and allows it or not. */
export function consentPage(speech: Speech, view: ConsentView): Markup {
  const { texts } = speech
  const { action, fullName, scopes } = view
  return clientFrame(
    speech,
    { ...view, title: `${clientName(view)} ${texts.consentTitle}` },
    html`<form class="card" method="post" action="${action}">
      <p class="soft small">${fullName}</p>
      <h1>${clientName(view)} ${texts.consentTitle}</h1>
      <div class="choices">
        ${identityScopes
          .filter((scope) => scopes.includes(scope))
          .map((scope) => scopeChoice(speech, scope))}
      </div>
      <label class="choice plain">
        <input type="checkbox" name="remember" checked /> ${texts.rememberConsent}
      </label>
      <button class="main wide" name="step" value="allow">${texts.allow}</button>
      <button class="wide" name="step" value="deny">${texts.deny}</button>
    </form>`,
  )
}
