import type { Command, CommandEntry } from './command/command.ts'

/** Every command, in the order in which the help lists them. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'keys generate',
    load: async () => (await import('./commands/keys-generate.ts')).keysGenerate,
  },
  {
    name: 'keys inspect',
    load: async () => (await import('./commands/keys-inspect.ts')).keysInspect,
  },
  { name: 'sign', load: async () => (await import('./commands/sign.ts')).sign },
  { name: 'explain', load: async () => (await import('./commands/explain.ts')).explain },
  {
    name: 'verify-callback',
    load: async () => (await import('./commands/verify-callback.ts')).verifyCallback,
  },
  { name: 'call', load: async () => (await import('./commands/call.ts')).call },
  {
    name: 'trigger callback',
    load: async () => (await import('./commands/trigger-callback.ts')).triggerCallback,
  },
  { name: 'login', load: async () => (await import('./commands/login.ts')).login },
  { name: 'reconcile', load: async () => (await import('./commands/reconcile.ts')).reconcile },
  {
    name: 'checksum detect',
    load: async () => (await import('./commands/checksum-detect.ts')).checksumDetect,
  },
  {
    name: 'partner-file',
    load: async () => (await import('./commands/partner-file.ts')).partnerFile,
  },
  { name: 'files push', load: async () => (await import('./commands/files-move.ts')).filesPush },
  { name: 'files pull', load: async () => (await import('./commands/files-move.ts')).filesPull },
  { name: 'files watch', load: async () => (await import('./commands/files-watch.ts')).filesWatch },
  { name: 'sandbox', load: async () => (await import('./commands/sandbox.ts')).sandbox },
  { name: 'doctor', load: async () => (await import('./commands/doctor.ts')).doctor },
  {
    name: 'completion',
    load: async () => (await import('./commands/completion.ts')).completion(loadCommands),
  },
]

/** Loads every command. */
export function loadCommands(): Promise<readonly Command[]> {
  return Promise.all(commands.map((entry) => entry.load()))
}
