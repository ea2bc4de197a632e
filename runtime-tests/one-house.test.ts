import { startHouse } from '@merchant-edge/tools/house'
import { freePorts } from '@merchant-edge/tools/ports'
import { afterAll, afterEach, beforeAll, describe } from 'vitest'
import { commandLineSignIn } from './one-house/command-line-sign-in.ts'
import { deskLiveInBrowser } from './one-house/desk-live.ts'
import type { OneHouse } from './one-house/one-house.ts'
import { signOnInBrowser } from './one-house/sign-on.ts'
import { tillInBrowser } from './one-house/till.ts'
import { closePages, openBrowser } from './open-browser.ts'

// Tests that share one house: each uses customers, orders and consents that the others do not touch. Starting a house
// takes more processor time than most of these tests.

let opened: OneHouse

beforeAll(async () => {
  const house = await startHouse({ ports: await freePorts(), tickMs: 1_000 })
  opened = { house, browser: await openBrowser() }
})

afterEach(closePages)

afterAll(() => opened?.house.stop())

describe('a customer of the shop', () => signOnInBrowser(() => opened))
describe('a page of the desk', () => deskLiveInBrowser(() => opened))
describe('a cashier', () => tillInBrowser(() => opened))
describe('the command line', () => commandLineSignIn(() => opened))
