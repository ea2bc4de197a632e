import { html } from 'hono/html'
import type { CallbackDelivery } from '../callbacks/callback-log.ts'
import type { LinkCallbackDelivery } from '../linked-accounts/link-callbacks.ts'
import type { Messages } from '../messages/english.ts'
import { formatTime, type Speech } from '../page-frame/language.ts'
import { type Markup, page } from '../page-frame/layout.ts'
import type { CallbackSwitches } from '../settings/callback-switches.ts'
import { callbackKeysCard, type CallbackKeysView } from './callback-keys-card.ts'

function stateClass(state: CallbackDelivery['state']): string {
  if (state === 'delivered') return 'state-good'
  return state === 'due' || state === 'sending' ? 'soft' : 'state-bad'
}

/** One delivery of a callback with its attempts. */
function deliveryCard(
  { language, messages }: Speech,
  delivery: CallbackDelivery | LinkCallbackDelivery,
  card: {
    readonly method: 'GET' | 'POST'
    /** Id of the order or link of the callback. */
    readonly subject: string
    /** Button for the tester. */
    readonly action?: Markup
  },
): Markup {
  const { state, kind, createdAt, url, tries } = delivery
  return html`<details class="card">
    <summary>
      <span class="${stateClass(state)}">${messages[`callbackState_${state}`]}</span>
      <code>${card.subject}</code>
      <span class="soft small"
        >${messages[`callbackKind_${kind}`]}, ${formatTime(createdAt, language)}</span
      >
    </summary>
    <pre>${card.method} ${url}</pre>
    ${tries.map(
      ({ at, httpStatus, outcome, durationMs }) =>
        html`<p class="small">
          ${formatTime(at, language)}: <strong>${httpStatus ?? '-'}</strong> ${outcome}
          (${durationMs} ms)
        </p>`,
    )}
    ${card.action ?? ''}
  </details>`
}

/** The callbacks of linked wallets with their attempts, without tokens. */
function linkCallbackCards(speech: Speech, deliveries: readonly LinkCallbackDelivery[]): Markup {
  const { messages } = speech
  return html`<h2>${messages.linkCallbacks}</h2>
    ${deliveries.length === 0 ? html`<p class="card">${messages.noLinkCallbacks}</p>` : ''}
    ${deliveries.map((delivery) =>
      deliveryCard(speech, delivery, { method: 'POST', subject: delivery.linkId }),
    )}`
}

const yesOrNo = ['lose', 'reorder', 'forge', 'unescapedPlus', 'wrongKey'] as const

function switchesCard({ messages }: Speech, switches: CallbackSwitches): Markup {
  return html`<section class="card" aria-labelledby="switches">
    <h2 id="switches">${messages.switches}</h2>
    <p class="soft">${messages.switchesText}</p>
    <form method="post" action="/callbacks/switches">
      <fieldset class="choices">
        ${yesOrNo.map(
          (name) =>
            html`<label class="choice">
              <input type="checkbox" name="${name}" ${switches[name] ? 'checked' : ''} />
              ${messages[name]}
            </label>`,
        )}
      </fieldset>
      <label for="delay">${messages.delaySeconds}</label>
      <input
        id="delay"
        type="number"
        name="delaySeconds"
        min="0"
        max="604800"
        value="${switches.delaySeconds}"
      />
      <label for="repeat">${messages.repeatTimes}</label>
      <input id="repeat" type="number" name="repeat" min="0" max="50" value="${switches.repeat}" />
      <button class="main wide">${messages.save}</button>
    </form>
  </section>`
}

function callbackCard(speech: Speech, delivery: CallbackDelivery): Markup {
  const { orderId } = delivery
  return deliveryCard(speech, delivery, {
    method: 'GET',
    subject: orderId,
    action: html`<form method="post" action="/callbacks/resend" data-send-once>
      <input type="hidden" name="orderId" value="${orderId}" />
      <button class="small">${speech.messages.resend}</button>
    </form>`,
  })
}

/** The callbacks to merchants with their attempts, and the switches for deliberate errors. */
export function callbacksPage(
  speech: Speech,
  view: CallbackKeysView & {
    readonly switches: CallbackSwitches
    readonly deliveries: readonly CallbackDelivery[]
    readonly linkDeliveries: readonly LinkCallbackDelivery[]
  },
): Markup {
  const { messages }: { messages: Messages } = speech
  return page({
    ...speech,
    title: messages.callbacks,
    path: '/callbacks',
    audience: 'tester',
    content: html`<h1>${messages.callbacks}</h1>
      ${switchesCard(speech, view.switches)} ${callbackKeysCard(speech, view)}
      <h2>${messages.sent}</h2>
      ${
        view.deliveries.length === 0
          ? html`<p class="card">${messages.noCallbacks}</p>`
          : view.deliveries.map((delivery) => callbackCard(speech, delivery))
      }
      ${linkCallbackCards(speech, view.linkDeliveries)}`,
  })
}
