import { html } from 'hono/html'
import * as v from 'valibot'
import type { Speech } from '../../page-frame/language.ts'
import { page, type Markup } from '../../page-frame/layout.ts'
import { pictureAddress } from '../clients/client-registration.ts'
import type { ClientView } from '../clients/clients.ts'

/** What a login screen shows of a client. @see Specification 2.16 */
export type BrandedClient = Pick<
  ClientView,
  | 'clientId'
  | 'clientName'
  | 'logoUri'
  | 'clientUri'
  | 'policyUri'
  | 'tosUri'
  | 'postLogoutRedirectUris'
  | 'metadata'
>

/** What the login and the consent page share. */
export interface ClientPage {
  readonly client: BrandedClient
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

/**
 * The background picture of a client; `undefined` when it has none that can be shown. Assumes
 * G-153.
 */
function backgroundOf({ metadata }: BrandedClient): string | undefined {
  const picture = metadata['background_image']
  return v.is(pictureAddress, picture) ? picture : undefined
}

/** Addresses of the pictures that the screens of a client show. */
export function picturesOf(client: BrandedClient): readonly string[] {
  return [client.logoUri, backgroundOf(client)].filter((picture) => typeof picture === 'string')
}

/** The logo; a click on it opens the post_logout_redirect_uri, where that is a web page. */
function logo(view: ClientPage): Markup {
  const { logoUri, postLogoutRedirectUris } = view.client
  // The host of the picture does not receive the page as referrer.
  const picture =
    logoUri === null
      ? html`<span class="client-logo" aria-hidden="true"
          >${clientName(view).slice(0, 1).toUpperCase()}</span
        >`
      : html`<img
          class="client-logo"
          src="${logoUri}"
          alt="${clientName(view)}"
          referrerpolicy="no-referrer"
        />`
  const home = postLogoutRedirectUris.find((address) => /^https?:/.test(address))
  return home === undefined
    ? picture
    : html`<a href="${home}" rel="noreferrer" aria-label="${clientName(view)}">${picture}</a>`
}

function background({ client }: ClientPage): Markup | '' {
  const picture = backgroundOf(client)
  if (picture === undefined) return ''
  return html`<img
    class="client-background"
    src="${picture}"
    alt=""
    referrerpolicy="no-referrer"
  />`
}

function links({ messages }: Speech, { client }: ClientPage): Markup | '' {
  const { clientUri, policyUri, tosUri, metadata } = client
  const targets = [
    [clientUri, messages.clientSite],
    [policyUri, messages.clientPolicy],
    [tosUri, messages.clientTerms],
  ] as const
  const contacts = [
    [messages.clientHotline, metadata['hotline']],
    [messages.clientSupport, metadata['support_contact']],
  ] as const
  const shown = targets.filter(([address]) => address !== null)
  const said = contacts.filter(([, contact]) => typeof contact === 'string' && contact !== '')
  if (shown.length + said.length === 0) return ''
  return html`<p class="client-links small center">
    ${shown.map(
      ([address, label]) =>
        html`<a href="${address}" rel="noreferrer" target="_blank">${label}</a> `,
    )}
    ${said.map(([label, contact]) => html`<span class="soft block">${label}: ${contact}</span>`)}
  </p>`
}

/**
 * Frame of a sign-in step in the look of the client: picture, name, links, the last error, and the
 * step.
 */
export function clientFrame(speech: Speech, view: ClientPage, content: Markup): Markup {
  const { title, action, problem } = view
  return page({
    ...speech,
    title,
    path: action,
    audience: 'customer',
    content: html`${background(view)}
      <div class="client-head">${logo(view)}</div>
      ${problem === undefined ? '' : html`<div class="notice bad" role="alert">${problem}</div>`}
      ${content} ${links(speech, view)}`,
  })
}
