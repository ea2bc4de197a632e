import type { PortAnswer } from '../../service/port-answer.ts'

/** Why an answer to confirmOrder does not settle the held money, for the person on call. */
export function whyUnsettled(answer: PortAnswer<{ readonly status: string }>): string {
  switch (answer.outcome) {
    case 'refused':
      return `confirmOrder was refused with ${answer.code} ${answer.reason}`
    case 'unlisted':
      return `confirmOrder was answered with the unlisted code ${answer.code}`
    case 'accepted':
      return `confirmOrder was answered with the status ${answer.data.status.slice(0, 40)}`
    case 'unknown':
    case 'not_sent':
      break
  }
  return answer.message
}
