import type { PortAnswer } from '../../service/port-answer.ts'

/** The status of the payment that an accepted answer names. */
export function statusOfAnswer(
  answer: PortAnswer<{ readonly status?: string }>,
): string | undefined {
  return answer.outcome === 'accepted' ? answer.data.status : undefined
}
