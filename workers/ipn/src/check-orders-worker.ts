import { readCallbackToken, sampleBinding } from '@merchant-edge/orders/callbacks'
import { secretCommand, type SettingProblem } from '@merchant-edge/pages'
import type { IpnEnv } from './ipn-env.ts'

/**
 * Asks the orders Worker for a sample callback token and checks that this Worker would accept it.
 * When a change of CALLBACK_SECRET has reached only one of the two, every callback is rejected as
 * forged.
 *
 * @param callbackSecrets the secrets that a token may have been made under
 */
export async function ordersWorkerProblems(
  env: IpnEnv,
  callbackSecrets: readonly string[],
): Promise<SettingProblem[]> {
  let token: string
  try {
    token = await env.CALLBACKS.sampleToken()
  } catch {
    const remedy =
      'See GET /health of the checkout, and deploy the orders Worker of the same version.'
    return [{ name: 'CALLBACKS', problem: 'leads to an orders Worker that fails', remedy }]
  }
  const { reference, amountVnd } = sampleBinding
  for (const secret of callbackSecrets) {
    if ((await readCallbackToken(secret, reference, token)) === amountVnd) return []
  }
  const problem = 'is not that of the orders Worker, whose callbacks would be refused'
  const command = secretCommand('bulk ipn.json', env.ENVIRONMENT)
  const remedy = `Set both from one folder: ${command} here, orders.json for the orders Worker.`
  return [{ name: 'CALLBACK_SECRET', problem, remedy }]
}
