import { html } from 'hono/html'
import type { Staff, StaffWithPassword } from '../merchant-staff/staff.ts'
import { staffRights, type StaffRight } from '../merchant-staff/staff-rights.ts'
import { page, type Markup } from '../page-frame/layout.ts'
import { merchantSections, type MerchantSpeech } from '../page-frame/merchant-sections.ts'

/** Everything that the page of the accounts shows. */
export interface StaffView {
  readonly accounts: readonly Staff[]
  /** The account whose password was just generated; not shown again. */
  readonly made?: StaffWithPassword
  /** Message about an error in the last form. */
  readonly problem?: string
}

function rightsChoice({ messages }: MerchantSpeech, chosen: readonly StaffRight[]): Markup {
  return html`<fieldset class="choices">
    <legend>${messages.staffRights}</legend>
    ${staffRights.map(
      (right) =>
        html`<label class="choice">
          <input type="checkbox" name="right-${right}" ${chosen.includes(right) ? 'checked' : ''} />
          ${messages[`staffRight_${right}`]}
        </label>`,
    )}
  </fieldset>`
}

function changeForms(speech: MerchantSpeech, staff: Staff): Markup | '' {
  const { messages } = speech
  if (staff.role === 'master') return ''
  const next = staff.status === 'active' ? 'closed' : 'active'
  return html`<details>
      <summary>${messages.staffRights}</summary>
      <form method="post" action="/merchant/staff/rights">
        <input type="hidden" name="userName" value="${staff.userName}" />
        ${rightsChoice(speech, staff.rights)}
        <button class="main wide">${messages.save}</button>
      </form>
    </details>
    <div class="row">
      <form method="post" action="/merchant/staff/password" data-send-once>
        <input type="hidden" name="userName" value="${staff.userName}" />
        <button class="small">${messages.newPassword}</button>
      </form>
      <form method="post" action="/merchant/staff/status">
        <input type="hidden" name="userName" value="${staff.userName}" />
        <button class="small ${next === 'closed' ? 'danger' : ''}" name="status" value="${next}">
          ${next === 'closed' ? messages.closeAccount : messages.openAccount}
        </button>
      </form>
    </div>`
}

function accountCard(speech: MerchantSpeech, staff: Staff): Markup {
  const { messages } = speech
  const { userName, fullName, role, rights, status } = staff
  return html`<section class="card" aria-labelledby="account-${userName}">
    <h2 id="account-${userName}">${fullName} <code>${userName}</code></h2>
    <p>
      ${messages[`staffRole_${role}`]},
      <span class="${status === 'active' ? 'state-good' : 'state-bad'}"
        >${status === 'active' ? messages.accountOpen : messages.accountClosed}</span
      ><br /><span class="soft small"
        >${
          role === 'master'
            ? messages.allRights
            : rights.map((right) => messages[`staffRight_${right}`]).join(', ') || messages.noRights
        }</span
      >
    </p>
    ${changeForms(speech, staff)}
  </section>`
}

function notices({ messages }: MerchantSpeech, { made, problem }: StaffView): Markup | '' {
  if (problem !== undefined) {
    return html`<div class="notice bad" role="alert">${messages.invalidInput} ${problem}</div>`
  }
  if (made === undefined) return ''
  return html`<div class="notice good" role="status">
      ${messages.passwordOnce} <code>${made.staff.userName}</code>
    </div>
    <pre>${made.password}</pre>`
}

/** Accounts of the people who work for a merchant, for its master account. */
export function staffPage(speech: MerchantSpeech, view: StaffView): Markup {
  const { messages } = speech
  return page({
    ...speech,
    title: messages.staffAccounts,
    path: '/merchant/staff',
    audience: 'tester',
    content: html`${merchantSections(speech, '/merchant/staff')}
      <h1>${messages.staffAccounts}</h1>
      ${notices(speech, view)} ${view.accounts.map((staff) => accountCard(speech, staff))}
      <details class="card" ${view.problem === undefined ? '' : 'open'}>
        <summary>${messages.newAccount}</summary>
        <form method="post" action="/merchant/staff" data-send-once>
          <label for="user-name">${messages.userName}</label>
          <input
            id="user-name"
            type="text"
            name="userName"
            required
            autocomplete="off"
            pattern="[a-z0-9][a-z0-9._\\-]{2,39}"
            autocapitalize="none"
            spellcheck="false"
          />
          <label for="full-name">${messages.fullName}</label>
          <input
            id="full-name"
            type="text"
            name="fullName"
            autocomplete="off"
            required
            maxlength="100"
          />
          ${rightsChoice(speech, ['transactions'])}
          <button class="main wide">${messages.create}</button>
        </form>
      </details>`,
  })
}
