import { operand, text } from '../../command/option.ts'

/** The order that a command is about. */
export const orderOperand = operand({ placeholder: 'ORDER', summary: 'Id of the order.' })

/** The transaction that a verdict names. */
export const transactionOfVerdict = text({
  placeholder: 'ID',
  summary:
    'Transaction id of the service; needed when money has moved and the id is not known yet.',
})

/** The note of every command that settles an unknown outcome. */
export const verdictNote =
  'A verdict is not checked: look at the merchant web site or the daily file first, and name it in the reason.\n' +
  'It changes only an unknown outcome; exit code 1 when the outcome is known already.'
