import { endpoints } from '@merchant-edge/contract'
import { commonRefusals, type RefusalTable } from '@merchant-edge/contract/refusals'
import type { CallStep, Recipe, Step } from './recipe.ts'
import { recipes } from './recipes.ts'

const tables: readonly (readonly [Recipe['table'], title: string, RefusalTable])[] = [
  ['common', 'Codes of every endpoint', commonRefusals],
  ['refund', 'Codes of refunds', endpoints.refundOrder.refusals],
  ['transfer', 'Codes of money transfers', endpoints.transferMoney.refusals],
  ['voucher', 'Codes of e-vouchers', endpoints.verifyVoucher.refusals],
  ['membership', 'Codes of memberships', endpoints.getMembership.refusals],
  ['gift-code', 'Codes of gift codes', endpoints.orderGiftCodes.refusals],
  ['top-up', 'Codes of top-ups of points', endpoints.topUpPoints.refusals],
  ['gateway-member', 'Codes of members over the gateway', endpoints.gatewayGetMember.refusals],
  ['gateway-top-up', 'Codes of top-ups over the gateway', endpoints.gatewayTopUpPoints.refusals],
  [
    'gateway-gift-code',
    'Codes of gift codes over the gateway',
    endpoints.gatewayOrderGiftCodes.refusals,
  ],
]

function json(value: unknown): string {
  return value === undefined ? '' : ` ${JSON.stringify(value)}`
}

function callText(step: CallStep): string {
  const { sign, headers } = step
  return [
    `call ${step.call}${json(step.fields)}`,
    ...(sign === undefined ? [] : [`  signed with${json(sign)}`]),
    ...(headers === undefined ? [] : [`  with the headers${json(headers)}`]),
  ].join('\n')
}

function stepText(step: Step): string {
  return 'control' in step ? `${step.control}${json(step.body)}` : callText(step)
}

function recipeText(recipe: Recipe): string {
  return `${recipe.how} (By ${recipe.by}.)\n\n\`\`\`\n${recipe.steps.map(stepText).join('\n')}\n\`\`\`\n`
}

function tableText([table, title, refusals]: (typeof tables)[number]): string {
  const ofTable = recipes.filter((recipe) => recipe.table === table)
  const byCode = Map.groupBy(ofTable, ({ code }) => code)
  const sections = [...byCode].map(([code, ofCode]) => {
    const refusal = refusals[code]
    const heading = refusal === undefined ? `${code}` : `${code} ${refusal.reason}`
    const cause = refusal === undefined ? '' : `${refusal.cause}\n\n`
    return `### ${heading}\n\n${cause}${ofCode.map(recipeText).join('\n')}`
  })
  return `## ${title}\n\n${sections.join('\n')}`
}

/** `docs/sandbox.md`: how to get each code, from the data that the tests run. */
export function sandboxCodesMarkdown(): string {
  return `# How to get every code in the sandbox

This page has a recipe for every code that the sandbox can answer. A recipe starts from a fresh sandbox, and the answer
to its last step has the code. \`runRecipe\` of \`@merchant-edge/sandbox/recipes\` runs a recipe; the tests run all of
them. The [README of the sandbox](../packages/sandbox/README.md) says how to start it.

- A line with \`call\` is a signed request to an endpoint. It shows only the fields that differ from an ordinary request;
  \`null\` leaves a field out.
- A line with a path under \`/control\` is a request to the control API.
- \`{id:pay}\` stands for the order_reference_id of the order, \`{now}\` for the sandbox's clock in seconds.
- The words in brackets say what causes the code: the request itself, the state of the sandbox, or a magic value.

${tables.map(tableText).join('\n')}`
}
