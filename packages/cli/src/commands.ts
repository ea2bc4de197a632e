import type { Command, CommandEntry, CommandGroup } from './command/command.ts'
import { operatorCommandGroups } from './operator/operator-command-groups.ts'

/** Every command by subject, in the order in which the help lists them. */
export const commandGroups: readonly CommandGroup[] = [
  {
    title: 'Keys and secrets',
    commands: [
      {
        name: 'keys generate',
        load: async () => (await import('./keys/keys-generate.ts')).keysGenerate,
      },
      {
        name: 'keys inspect',
        load: async () => (await import('./keys/keys-inspect.ts')).keysInspect,
      },
      {
        name: 'secrets generate',
        load: async () => (await import('./secrets/secrets-generate.ts')).secretsGenerate,
      },
      {
        name: 'secrets rotate',
        load: async () => (await import('./secrets/secrets-rotate.ts')).secretsRotate,
      },
      {
        name: 'secrets use',
        load: async () => (await import('./secrets/secrets-rotate.ts')).secretsUse,
      },
      {
        name: 'secrets retire',
        load: async () => (await import('./secrets/secrets-rotate.ts')).secretsRetire,
      },
    ],
  },
  {
    title: 'Calls and callbacks of the service',
    commands: [
      { name: 'sign', load: async () => (await import('./signed-requests/sign.ts')).sign },
      { name: 'explain', load: async () => (await import('./signed-requests/explain.ts')).explain },
      { name: 'call', load: async () => (await import('./service-call/call.ts')).call },
      {
        name: 'verify-callback',
        load: async () => (await import('./callbacks/verify-callback.ts')).verifyCallback,
      },
      {
        name: 'trigger callback',
        load: async () => (await import('./callbacks/trigger-callback.ts')).triggerCallback,
      },
      { name: 'login', load: async () => (await import('./login/login.ts')).login },
    ],
  },
  {
    title: 'Daily files',
    commands: [
      {
        name: 'reconcile',
        load: async () => (await import('./reconciliation/reconcile.ts')).reconcile,
      },
      {
        name: 'checksum detect',
        load: async () => (await import('./reconciliation/checksum-detect.ts')).checksumDetect,
      },
      {
        name: 'partner-file',
        load: async () => (await import('./reconciliation/partner-file.ts')).partnerFile,
      },
      { name: 'files push', load: async () => (await import('./files/files-move.ts')).filesPush },
      { name: 'files pull', load: async () => (await import('./files/files-move.ts')).filesPull },
      {
        name: 'files watch',
        load: async () => (await import('./files/files-watch.ts')).filesWatch,
      },
    ],
  },
  ...operatorCommandGroups,
  {
    title: 'Set-up',
    commands: [
      { name: 'sandbox', load: async () => (await import('./sandbox/sandbox.ts')).sandbox },
      { name: 'doctor', load: async () => (await import('./doctor/doctor.ts')).doctor },
      {
        name: 'completion',
        load: async () => (await import('./completion/completion.ts')).completion(loadCommands),
      },
    ],
  },
]

/** Every command, in the order of {@link commandGroups}. */
export const commands: readonly CommandEntry[] = commandGroups.flatMap((group) => group.commands)

/** Loads every command with its code; one command alone is loaded by its entry. */
export function loadCommands(): Promise<readonly Command[]> {
  return Promise.all(commands.map((entry) => entry.load()))
}
