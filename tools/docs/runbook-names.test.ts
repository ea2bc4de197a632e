import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandsMarkdown } from '@merchant-edge/cli'
import { alertKinds } from '@merchant-edge/orders'
import type { AlertKind } from '@merchant-edge/orders/api'
import { expect, it } from 'vitest'
import { runbookOf } from '../../workers/console/src/runbook/runbook-of.ts'

// Goal: whoever follows a runbook finds what it names, in either language.
// Method: what stands in backticks is a command of the reference of the commands with its options, a request of the
// reference of the API, or a fact or a file; and the Vietnamese text names the same as the English one.

const commands = new Map(
  (await commandsMarkdown())
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf('\n')), section]),
)
const api = readFileSync(join(import.meta.dirname, '../../docs/api.html'), 'utf8')

const isKind = (name: string): name is AlertKind => Object.hasOwn(alertKinds, name)

function codesIn(text: string): readonly string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code).toSorted()
}

/** What is wrong with a name in backticks. */
function problemOf(code: string): string | undefined {
  const request = /^(?:GET|POST|DELETE) (\/\S+)$/.exec(code)
  if (request !== null) return api.includes(request[1] ?? '') ? undefined : `no request ${code}`
  const isCommand = code.startsWith('merchant-edge ') || /^[a-z]+ [a-z]+(?: |$)/.test(code)
  if (!isCommand) return undefined
  const [, name = '', options = ''] =
    /^(?:merchant-edge )?([a-z ]+?)((?: --[a-z-]+)*)$/.exec(code) ?? []
  const section = commands.get(name)
  if (section === undefined) return `no command ${code}`
  const missing = options.split(' ').find((option) => !section.includes(option))
  return missing === undefined ? undefined : `no option ${missing} of ${name}`
}

it.each(Object.keys(alertKinds).filter(isKind))(
  '%s names only existing things, and the same ones in both languages',
  (kind) => {
    const entry = alertKinds[kind]
    const vietnamese = runbookOf({ ...entry, kind }, 'vi')
    const codes = codesIn(`${entry.meaning} ${entry.remedy}`)

    expect(codes.map(problemOf).filter((problem) => problem !== undefined)).toEqual([])
    expect(new Set(codesIn(`${vietnamese.meaning} ${vietnamese.remedy}`))).toEqual(new Set(codes))
  },
)
