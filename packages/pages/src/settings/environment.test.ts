import { describe, expect, it } from 'vitest'
import { ConfigurationError, environmentProblems } from '../index.ts'

const problemsOf = (environment: string | undefined, address: string): string[] =>
  environmentProblems(environment, { SERVICE_URL: address }).map(
    ({ name, problem }) => `${name} ${problem}`,
  )

describe('environmentProblems', () => {
  it.each([
    [undefined, 'ENVIRONMENT is missing'],
    ['', 'ENVIRONMENT is missing'],
    ['staging', 'ENVIRONMENT must be one of local, sandbox, uat, production'],
    ['constructor', 'ENVIRONMENT must be one of local, sandbox, uat, production'],
  ])('describes what is wrong with the environment %o', (environment, problem) => {
    expect(problemsOf(environment, 'https://service.vn')).toEqual([problem])
  })

  it.each([
    ['local', 'http://localhost:8790'],
    ['local', 'http://127.0.0.1:8790'],
    ['local', 'http://[::1]:8790'],
    ['local', 'https://service.example'],
    ['uat', 'https://uat.service.vn'],
    ['sandbox', 'https://service.test'],
    ['production', 'https://api.service.vn'],
    ['production', 'not an address'],
  ])('accepts in %s the address %s', (environment, address) => {
    expect(problemsOf(environment, address)).toEqual([])
  })

  it.each([
    ['local', 'https://api.service.vn', 'is not on this machine, and ENVIRONMENT is local'],
    ['uat', 'https://service.example.com', 'is still the example of this repository'],
    ['production', 'http://api.service.vn', 'must begin with https:// in production'],
    ['production', 'https://localhost', 'is on one machine, and ENVIRONMENT is production'],
    ['sandbox', 'http://127.0.0.1', 'is on one machine, and ENVIRONMENT is sandbox'],
  ])('refuses in %s the address %s', (environment, address, problem) => {
    expect(problemsOf(environment, address)).toEqual([`SERVICE_URL ${problem}`])
  })
})

describe('ConfigurationError', () => {
  it('has a line for each problem', () => {
    const error = new ConfigurationError('ipn', [
      { name: 'A', problem: 'is missing', remedy: 'Set it.' },
      { name: 'B', problem: 'is empty', remedy: 'Fill it.' },
    ])

    expect(error.message).toBe(
      'A of the ipn Worker: is missing. Set it.\nB of the ipn Worker: is empty. Fill it.',
    )
    expect(error).toMatchObject({ name: 'ConfigurationError', code: 'ERR_CONFIGURATION' })
  })

  it('names the Worker that has the setting, also when another one reports it', () => {
    const error = new ConfigurationError('checkout', [
      { worker: 'checkout', name: 'A', problem: 'is missing', remedy: 'Set it.' },
      { worker: 'orders', name: 'B', problem: 'is empty', remedy: 'Fill it.' },
    ])

    expect(error.message).toBe(
      'A of the checkout Worker: is missing. Set it.\nB of the orders Worker: is empty. Fill it.',
    )
  })
})
