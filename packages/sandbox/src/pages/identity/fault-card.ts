import { html } from 'hono/html'
import type { Speech } from '../language.ts'
import type { Markup } from '../layout.ts'
import type { SignOnView } from './sign-on-view.ts'

function setSwitches({ texts }: Speech, { faults, modules }: SignOnView): Markup {
  if (faults.length === 0) return html`<p class="soft">${texts.noFaults}</p>`
  return html`<ul class="plain">
    ${faults.map((fault) => {
      const module = modules.find(({ name }) => name === fault.name)
      return html`<li class="partner">
        <p>
          <code>${fault.name}</code><br />
          <span class="soft small"
            >${module?.about ?? ''}; ${fault.clientId === '*' ? texts.anyClient : fault.clientId},
            ${fault.remaining === null ? texts.faultAlways : `${fault.remaining} ×`}</span
          >
        </p>
        <form method="post" action="/sign-on/faults/clear">
          <input type="hidden" name="id" value="${fault.id}" />
          <button class="small">${texts.clearFault}</button>
        </form>
      </li>`
    })}
  </ul>`
}

/** Fault switches by the names of the conformance modules, and a form that sets one. */
export function faultCard(speech: Speech, view: SignOnView): Markup {
  const { texts } = speech
  const changing = view.modules.filter(({ stage }) => stage !== 'none')
  return html`<section class="card" aria-labelledby="faults">
    <h2 id="faults">${texts.faultSwitches}</h2>
    <p class="soft">${texts.faultSwitchesText}</p>
    ${setSwitches(speech, view)}
    <form method="post" action="/sign-on/faults">
      <label for="fault-name">${texts.faultName}</label>
      <select id="fault-name" name="name">
        ${changing.map(
          ({ name, about, expected }) =>
            html`<option value="${name}">
              ${name.replace('oidcc-client-test-', '').replace('fapi2-security-profile-final-client-test-', '')}:
              ${about} (${texts[`expect_${expected}`]})
            </option>`,
        )}
      </select>
      <label for="fault-client">${texts.faultClient}</label>
      <select id="fault-client" name="clientId">
        <option value="*">${texts.anyClient}</option>
        ${view.clients.map(({ clientId }) => html`<option>${clientId}</option>`)}
      </select>
      <label for="fault-times">${texts.faultTimes}</label>
      <select id="fault-times" name="times">
        <option value="1">${texts.faultOnce}</option>
        <option value="">${texts.faultAlways}</option>
      </select>
      <button class="main wide">${texts.setFault}</button>
    </form>
  </section>`
}
