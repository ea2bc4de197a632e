import { html } from 'hono/html'
import type { ClientView } from '../../identity/clients/clients.ts'
import type { Speech } from '../language.ts'
import { page, type Markup } from '../layout.ts'

/** What the login and the consent page share. */
export interface ClientPage {
  readonly client: Pick<
    ClientView,
    'clientId' | 'clientName' | 'logoUri' | 'clientUri' | 'policyUri' | 'tosUri' | 'metadata'
  >
  readonly title: string
  /** Path of the page with its challenge: where the form goes. */
  readonly action: string
  /** What went wrong in the step before, in the language of the page. */
  readonly problem?: string
}

/** Name of a client for people. */
export function clientName({ client }: Pick<ClientPage, 'client'>): string {
  return client.clientName === '' ? client.clientId : client.clientName
}

function logo(view: ClientPage): Markup {
  const { logoUri } = view.client
  // A picture from elsewhere would tell its owner who signs in: only pictures inside the address show.
  return logoUri?.startsWith('data:image/')
    ? html`<img class="client-logo" src="${logoUri}" alt="" />`
    : html`<span class="client-logo" aria-hidden="true"
        >${clientName(view).slice(0, 1).toUpperCase()}</span
      >`
}

function links({ texts }: Speech, { client }: ClientPage): Markup | '' {
  const { clientUri, policyUri, tosUri, metadata } = client
  const targets = [
    [clientUri, texts.clientSite],
    [policyUri, texts.clientPolicy],
    [tosUri, texts.clientTerms],
  ] as const
  const shown = targets.filter(([address]) => address !== null)
  const hotline = metadata['hotline']
  if (shown.length === 0 && typeof hotline !== 'string') return ''
  return html`<p class="client-links small center">
    ${shown.map(
      ([address, label]) =>
        html`<a href="${address}" rel="noreferrer" target="_blank">${label}</a> `,
    )}
    ${typeof hotline === 'string' ? html`<span class="soft">${texts.clientHotline} ${hotline}</span>` : ''}
  </p>`
}

/** A step of a sign-in in the clothes of the client: who asks, what went wrong, and the step. */
export function clientFrame(speech: Speech, view: ClientPage, content: Markup): Markup {
  const { title, action, problem } = view
  return page({
    ...speech,
    title,
    path: action,
    audience: 'customer',
    content: html`<div class="client-head">${logo(view)}</div>
      ${problem === undefined ? '' : html`<div class="notice bad" role="alert">${problem}</div>`}
      ${content} ${links(speech, view)}`,
  })
}
