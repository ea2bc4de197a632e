import { describe, expect, it } from 'vitest'
import { pageMessages } from './page-messages.ts'
import { ruleOf, schemaRows } from './schema-rows.ts'

const { rules } = pageMessages.en

describe('ruleOf', () => {
  it('writes an empty text as such', () => {
    expect(ruleOf({ anyOf: [{ const: '' }, { type: 'string' }] }, rules)).toBe('"" or string')
  })

  it('quotes a value of several words', () => {
    expect(ruleOf({ enum: ['signed query', 'key'] }, rules)).toBe('"signed query" | key')
  })

  it('describes the length of a text and the entries of a list in the language of the page', () => {
    const schema = { type: 'array', items: { type: 'string', minLength: 2, maxLength: 5 } }

    expect(ruleOf(schema, rules)).toBe(
      'array of string, ≥\u00A02\u00A0characters, ≤\u00A05\u00A0characters',
    )
    expect(ruleOf({ anyOf: [schema, { type: 'null' }] }, pageMessages.vi.rules)).toBe(
      'array gồm string, ≥\u00A02\u00A0ký\u00A0tự, ≤\u00A05\u00A0ký\u00A0tự hoặc null',
    )
  })

  it('leaves out the bounds of exact JSON integers', () => {
    const { MAX_SAFE_INTEGER: maximum } = Number
    const price = { type: 'integer', minimum: 1, maximum }

    expect(ruleOf(price, rules)).toBe('integer, ≥\u00A01')
    expect(ruleOf({ type: 'integer', minimum: -maximum, maximum }, rules)).toBe('integer')
  })

  it('names the type of a list whose entries are one of several objects', () => {
    const items = { oneOf: [{ type: 'object' }, { type: 'object' }] }

    expect(ruleOf({ type: 'array', items }, rules)).toBe('array of object')
  })
})

describe('schemaRows', () => {
  const payment = {
    type: 'object',
    properties: {
      kind: { const: 'payment' },
      id: { type: 'string', description: 'The id.' },
      vnd: { type: 'integer', description: 'The money.' },
    },
    required: ['kind', 'id', 'vnd'],
  }
  const refund = {
    type: 'object',
    properties: { kind: { const: 'refund' }, id: { type: 'string' } },
    required: ['kind', 'id'],
  }

  it.each(['anyOf', 'oneOf'])('has every field of the alternative objects: %s', (key) => {
    expect(schemaRows({ type: 'array', items: { [key]: [payment, refund] } }, rules)).toEqual([
      { name: 'kind', required: true, description: '', rule: 'payment or refund' },
      { name: 'id', required: true, description: 'The id.', rule: 'string' },
      { name: 'vnd', required: false, description: 'The money.', rule: 'integer' },
    ])
  })

  it('prefixes the fields of an inner object with its name', () => {
    const schema = { type: 'object', properties: { payment }, required: ['payment'] }

    expect(schemaRows(schema, rules).map(({ name }) => name)).toEqual([
      'payment',
      'payment.kind',
      'payment.id',
      'payment.vnd',
    ])
  })

  it('has the fields of all objects of an intersection', () => {
    const addresses = {
      type: 'object',
      properties: { statusUrl: { type: 'string' }, qrUrl: { type: 'string' } },
      required: ['statusUrl'],
    }
    const rows = schemaRows({ allOf: [payment, addresses] }, rules)

    expect(rows.map(({ name, required }) => `${name} ${required}`)).toEqual([
      'kind true',
      'id true',
      'vnd true',
      'statusUrl true',
      'qrUrl false',
    ])
  })

  it('has the fields of the values of a record', () => {
    const outputs = { type: 'object', additionalProperties: refund }
    const schema = { type: 'object', properties: { outputs }, required: ['outputs'] }

    expect(schemaRows(schema, rules).map(({ name }) => name)).toEqual([
      'outputs',
      'outputs.*.kind',
      'outputs.*.id',
    ])
  })
})
