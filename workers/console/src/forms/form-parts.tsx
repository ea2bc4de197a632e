import type { Child } from 'hono/jsx'
import type { ConsoleContext } from '../layout/console-hono.ts'
import { layoutMessages } from '../layout/messages.ts'

/** Hidden fields, by their names. */
export function Hidden({ fields }: { readonly fields: Readonly<Record<string, string>> }) {
  return (
    <>
      {Object.entries(fields).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
    </>
  )
}

/** A field with its label, a hint and its error. */
export interface FieldProps {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly hint?: string | undefined
  readonly problem?: string | undefined
  /** Whether the field gets the focus when the page opens: the first one that is wrong. */
  readonly isFirstWrong?: boolean
  readonly isNumber?: boolean
}

/** One line of text or digits. */
export function Field(props: FieldProps) {
  const { name, label, value, hint, problem, isFirstWrong = false, isNumber = false } = props
  const described = [
    ...(hint === undefined ? [] : [`hint-${name}`]),
    ...(problem === undefined ? [] : [`problem-${name}`]),
  ].join(' ')
  return (
    <div class="field">
      <label for={`field-${name}`}>{label}</label>
      <input
        id={`field-${name}`}
        name={name}
        value={value}
        autocomplete="off"
        {...(isNumber && { inputmode: 'numeric' })}
        {...(described !== '' && { 'aria-describedby': described })}
        {...(problem !== undefined && { 'aria-invalid': 'true' })}
        {...(isFirstWrong && { autofocus: true })}
      />
      {hint !== undefined && (
        <p class="hint" id={`hint-${name}`}>
          {hint}
        </p>
      )}
      {problem !== undefined && (
        <p class="problem" id={`problem-${name}`}>
          {problem}
        </p>
      )}
    </div>
  )
}

/** Reason of the operator, recorded in the journal. */
export function ReasonField({
  c,
  ...field
}: { readonly c: ConsoleContext } & Pick<FieldProps, 'value' | 'problem' | 'isFirstWrong'>) {
  const { reason, reasonHint } = layoutMessages[c.var.language].form
  return <Field name="reason" label={reason} hint={reasonHint} {...field} />
}

/** One of several answers to a question. */
export interface Choice {
  readonly value: string
  readonly label: string
  /** What it does. */
  readonly hint: string
}

/** A question with one answer. */
export function Choices({
  name,
  legend,
  choices,
  chosen,
  problem,
  isFirstWrong = false,
}: {
  readonly name: string
  readonly legend: string
  readonly choices: readonly Choice[]
  readonly chosen: string
  readonly problem?: string | undefined
  /** Whether the question gets the focus when the page opens: the first one that is wrong. */
  readonly isFirstWrong?: boolean
}) {
  return (
    <fieldset {...(problem !== undefined && { 'aria-describedby': `problem-${name}` })}>
      <legend>{legend}</legend>
      {choices.map(({ value, label, hint }, index) => (
        <label class="choice">
          <input
            type="radio"
            name={name}
            value={value}
            checked={chosen === value}
            required
            {...(isFirstWrong && index === 0 && { autofocus: true })}
          />
          <span>
            <strong>{label}</strong> <span class="soft">{hint}</span>
          </span>
        </label>
      ))}
      {problem !== undefined && (
        <p class="problem" id={`problem-${name}`}>
          {problem}
        </p>
      )}
    </fieldset>
  )
}

/** Shows what an action will do, with a form that confirms it or returns to the typed values. */
export function Confirmation({
  c,
  fields,
  button,
  isDanger = false,
  children,
}: {
  readonly c: ConsoleContext
  readonly fields: Readonly<Record<string, string>>
  readonly button: string
  readonly isDanger?: boolean
  readonly children?: Child
}) {
  const { change } = layoutMessages[c.var.language].form
  return (
    <section class="card">
      {children}
      <form method="post" action={c.req.path} data-send-once>
        <Hidden fields={fields} />
        <div class="actions">
          <button class={isDanger ? 'danger' : 'main'} name="step" value="confirm">
            {button}
          </button>
          <button name="step" value="change">
            {change}
          </button>
        </div>
      </form>
    </section>
  )
}
