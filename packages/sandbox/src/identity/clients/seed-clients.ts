import * as v from 'valibot'
import type { Database, Statement } from '../../database/database.ts'
import { digestOf } from '../opaque-token.ts'
import {
  clientRegistration,
  newClient,
  seedClientChanges,
  type NewClientInput,
  type SeedClient,
} from './client-registration.ts'
import { findStoredClient, storeClientStatement } from './clients.ts'

/** Pictures as `data:` addresses, so that the sandbox shows them without a network. */
const seedLogo =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 64 64%22%3E%3Crect width=%2264%22 height=%2264%22 fill=%22%230b7a4b%22/%3E%3Cpath d=%22M14 18h16v30H14zM34 18h16v30H34z%22 fill=%22%23fff%22/%3E%3C/svg%3E'
const seedBackground =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 8 8%22%3E%3Crect width=%228%22 height=%228%22 fill=%22%23dff3e8%22/%3E%3Ccircle cx=%224%22 cy=%224%22 r=%221%22 fill=%22%23b8e2cd%22/%3E%3C/svg%3E'

/** Clients of a fresh sandbox: a web shop with a secret, and a command line without one. */
const seedClients: readonly (NewClientInput & { readonly clientId: string })[] = [
  {
    clientId: 'edge-shop',
    clientSecret: 'edge-shop-secret',
    clientName: 'Edge Books',
    tokenEndpointAuthMethod: 'client_secret_basic',
    redirectUris: [
      'http://localhost:8787/sign-in/callback',
      'http://127.0.0.1:8787/sign-in/callback',
    ],
    postLogoutRedirectUris: ['http://localhost:8787/', 'http://127.0.0.1:8787/'],
    backchannelLogoutUri: 'http://localhost:8787/sign-in/back-channel',
    frontchannelLogoutUri: 'http://localhost:8787/sign-in/front-channel',
    owner: 'Edge Books',
    contacts: ['sign-on@edge-books.example'],
    clientUri: 'http://localhost:8787/',
    policyUri: 'http://localhost:8787/privacy',
    tosUri: 'http://localhost:8787/terms',
    logoUri: seedLogo,
    metadata: {
      hotline: '1900 0000',
      support_contact: 'help@edge-books.example',
      background_image: seedBackground,
    },
  },
  {
    clientId: 'edge-cli',
    clientName: 'Edge command line',
    tokenEndpointAuthMethod: 'none',
    redirectUris: ['http://127.0.0.1/callback'],
    owner: 'Edge Books',
  },
]

const wanted =
  'expected JSON like [{"clientId": "edge-shop", "clientSecret": "...", "redirectUris": ["..."]}]'

function readChanges(text: string | undefined): readonly SeedClient[] {
  if (text === undefined || text.trim() === '') return []
  try {
    return v.parse(seedClientChanges, JSON.parse(text))
  } catch (error) {
    const what = error instanceof v.ValiError ? `: ${error.message}` : ''
    throw new TypeError(`SEED_CLIENTS${what}: ${wanted}`, { cause: error })
  }
}

function readClient(input: object): v.InferOutput<typeof newClient> {
  const parsed = v.safeParse(newClient, input)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  throw new TypeError(`SEED_CLIENTS: ${v.getDotPath(issue) ?? ''} ${issue.message}: ${wanted}`)
}

/** Statements that register the clients of a fresh sandbox. */
export async function seedClientStatements(
  database: Database,
  at: number,
): Promise<readonly Statement[]> {
  const clients = await Promise.all(
    seedClients.map(async ({ clientId, clientSecret, ...input }) => ({
      clientId,
      secretHash: clientSecret === undefined ? null : await digestOf(clientSecret),
      registration: v.parse(clientRegistration, input),
    })),
  )
  return clients.map((client) => storeClientStatement(database, at, client))
}

/**
 * Registers the clients of SEED_CLIENTS. For a client that already exists, the given fields replace
 * the stored ones.
 *
 * @param seeding the JSON of SEED_CLIENTS, and now in unix seconds
 * @throws TypeError when the text is wrong
 */
export async function registerSeedClients(
  database: Database,
  seeding: { readonly text: string | undefined; readonly at: number },
): Promise<void> {
  for (const { clientId, clientSecret, ...changes } of readChanges(seeding.text)) {
    const { client, secretHash = null } = (await findStoredClient(database, clientId)) ?? {}
    const { clientId: _, ...registration } = readClient({ ...client, ...changes, clientId })
    await database.batch([
      storeClientStatement(database, seeding.at, {
        clientId,
        secretHash: clientSecret === undefined ? secretHash : await digestOf(clientSecret),
        registration: v.parse(clientRegistration, registration),
      }),
    ])
  }
}
