import type { Language } from '@merchant-edge/pages'
import { factName } from '../layout/facts/fact-names.ts'

function Quoted({ text, language }: { readonly text: string; readonly language: Language }) {
  const name = factName(text, language)
  return name === text ? <code>{text}</code> : <strong>{name}</strong>
}

/**
 * A text of a runbook. What is in backticks is rendered as code, and a fact of the alert by the
 * name that it has on the page.
 */
export function RunbookWords(props: { readonly text: string; readonly language: Language }) {
  const { text, language } = props
  return (
    <>
      {text
        .split('`')
        .map((part, index) =>
          index % 2 === 1 ? <Quoted text={part} language={language} /> : part,
        )}
    </>
  )
}
