import { html } from 'hono/html'
import { formatPoints, formatVnd, type Speech } from './language.ts'
import type { Markup } from './layout.ts'
import { leaveButtons, paymentFrame, type PaymentView } from './payment-frame.ts'
import { splitOf, type SplitChoice } from './payment-split.ts'
import { credentials, type SignedIn } from './signed-in.ts'

interface Choice {
  readonly choice: SplitChoice
  readonly label: string
}

/** Second step: the customer chooses money, points or both. */
export function choosePage(
  speech: Speech,
  view: PaymentView & { readonly pointValueVnd: number },
  signedIn: SignedIn,
): Markup {
  const { texts } = speech
  const { wallet } = signedIn
  const choices: readonly Choice[] = [
    { choice: 'money', label: texts.walletMoney },
    { choice: 'points', label: texts.walletPoints },
    { choice: 'both', label: texts.moneyAndPoints },
  ]
  const basis = {
    amountVnd: view.order.amountVnd,
    pointsAtHand: wallet.points,
    pointValueVnd: view.pointValueVnd,
  }
  const offered = choices.flatMap(({ choice, label }) => {
    const split = splitOf(choice, basis)
    return split === undefined ? [] : [{ choice, label, split }]
  })
  return paymentFrame(
    speech,
    view,
    html`<section class="card">
        <h2>${wallet.fullName}</h2>
        <form method="post" action="${view.action}">
          ${credentials(signedIn)}
          <fieldset class="choices">
            <legend class="soft">${texts.payWith}</legend>
            ${offered.map(
              ({ choice, label, split }, index) =>
                html`<label class="choice">
                  <input
                    type="radio"
                    name="choice"
                    value="${choice}"
                    ${index === 0 ? 'checked' : ''}
                  />
                  <span>${label}</span>
                  <span class="end small"
                    >${split.vnd > 0 ? formatVnd(split.vnd) : ''}
                    ${split.points > 0 ? `${formatPoints(split.points)} ${texts.points}` : ''}
                    ${
                      split.vnd > wallet.vnd || split.points > wallet.points
                        ? html`<br /><span class="state-bad">${texts.notEnough}</span>`
                        : ''
                    }</span
                  >
                </label>`,
            )}
          </fieldset>
          <button class="main wide" name="step" value="pay">
            ${texts.confirmPay} ${formatVnd(view.order.amountVnd)}
          </button>
        </form>
      </section>
      ${leaveButtons(speech, view.action)}`,
  )
}
