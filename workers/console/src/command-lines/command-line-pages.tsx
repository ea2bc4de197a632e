import type { SignInView } from '@merchant-edge/orders/operators'
import { formatTime } from '@merchant-edge/pages'
import { Hidden } from '../forms/form-parts.tsx'
import type { ConsoleContext } from '../layout/console-hono.ts'
import { Facts } from '../layout/facts/facts.tsx'
import { showPage } from '../layout/show-page.tsx'
import { shownCode, type AskedSignIn } from './asked-sign-in.ts'
import { commandLineMessages } from './messages.ts'

/** Shows the request of a command line, to be approved or refused. Nothing has happened yet. */
export function showQuestion(c: ConsoleContext, asked: AskedSignIn): Response | Promise<Response> {
  const { language, operator } = c.var
  const messages = commandLineMessages[language]
  const { pathname, search } = new URL(c.req.url)
  return showPage(c, {
    title: messages.title,
    content: (
      <section class="card">
        <p>{messages.question}</p>
        <p class="amount">{shownCode(asked)}</p>
        <Facts
          rows={[
            [messages.operator, operator.name],
            [messages.may, messages.roles[operator.role]],
            [messages.stores, operator.stores?.join(', ') ?? messages.everyStore],
            [messages.ends, messages.endsText],
          ]}
        />
        <form method="post" action={`${pathname}${search}`}>
          <Hidden fields={{ by: operator.name }} />
          <div class="actions">
            <button class="main" name="step" value="approve">
              {messages.approve}
            </button>
            <button name="step" value="refuse">
              {messages.refuse}
            </button>
          </div>
        </form>
      </section>
    ),
  })
}

function CommandLine({ c, signIn }: { readonly c: ConsoleContext; readonly signIn: SignInView }) {
  const { language } = c.var
  const messages = commandLineMessages[language]
  const { id, operator, state, approvedAt, expiresAt } = signIn
  return (
    <section class="card">
      <h2>{operator.name}</h2>
      <Facts
        rows={[
          [messages.state, state === 'approved' ? messages.waiting : messages.signedIn],
          [messages.may, messages.roles[operator.role]],
          [messages.stores, operator.stores?.join(', ') ?? messages.everyStore],
          [messages.since, formatTime(approvedAt, language, 'second')],
          [messages.until, formatTime(expiresAt, language, 'second')],
        ]}
      />
      <form method="post" action={`/command-lines/${id}/end`}>
        <button>{messages.end}</button>
      </form>
    </section>
  )
}

/** Shows the sign-ins that the operator may end. */
export function showCommandLines(
  c: ConsoleContext,
  signIns: readonly SignInView[],
): Response | Promise<Response> {
  const messages = commandLineMessages[c.var.language]
  return showPage(c, {
    title: messages.list,
    content: (
      <>
        {c.req.query('ended') !== undefined && (
          <p class="notice" role="status">
            {messages.ended}
          </p>
        )}
        <p class="soft">{messages.intro}</p>
        {signIns.length === 0 && <p class="soft">{messages.none}</p>}
        {signIns.map((signIn) => (
          <CommandLine c={c} signIn={signIn} />
        ))}
      </>
    ),
  })
}
