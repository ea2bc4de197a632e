/** A text of a runbook; text in backticks is rendered as code. */
export function RunbookWords({ text }: { readonly text: string }) {
  return <>{text.split('`').map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part))}</>
}
