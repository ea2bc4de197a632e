import { writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isReached, type Figure } from './figure.ts'
import { ipnFigures } from './ipn-figures.ts'
import { reconcileFigures } from './reconcile/reconcile-figures.ts'
import { measureAlone } from './measure-alone.ts'
import { sizeFigures } from './size-figures.ts'

const usage = `Usage: npm run bench [-- --rounds N] [--only GROUP]... [--write]

Measures every figure as a ratio against its floor in one run and prints a table.

  --rounds N   paired rounds for each figure, 3 to 99 (21 if left out)
  --only GROUP sizes, signatures, callbacks, payments, reconciliation or file-exchange; all if left out
  --write      also writes docs/benchmarks.md, with the figures of all groups`

function number(value: number): string {
  return new Intl.NumberFormat('en', { maximumFractionDigits: 0 }).format(value)
}

function row(figure: Figure): string {
  const goal = figure.unit === 'a second' ? `at least ${figure.goal}` : `at most ${figure.goal}`
  const verdict = isReached(figure) ? 'reached' : 'short'
  const cells = [
    figure.name,
    figure.where,
    `${number(figure.ours)} ${figure.unit}`,
    `${number(figure.floor)} ${figure.unit}`,
    figure.ratio.toFixed(2),
    goal,
    verdict,
  ]
  return `| ${cells.join(' | ')} |`
}

function document(figures: readonly Figure[], rounds: number): string {
  return `# Benchmarks

Written by \`npm run bench -- --write\`: ratios within one run, the median of ${rounds} paired rounds in changing
order. Only the ratios carry over to another machine; this one had ${cpus().length} cores.

| Figure | Where | Ours | Floor | Ratio | Goal | |
|---|---|---|---|---|---|---|
${figures.map(row).join('\n')}

- Signing and verifying are compared with the bare WebCrypto call on the same text with the same key, eight operations at a
  time.
- The IPN Worker (parse, token, RSA, RPC to the orders Worker, batch on D1, 200) is compared with a bare Worker that writes
  the same bytes with a batch of three statements for each callback, on its own D1 and under the same load of 50 at a time.
  The rounds are spread over three starts of workerd.
- An order from callback to delivered webhook (recorded, announced on the queue, confirmed with a signed query, paid, sent
  to the shop) is compared with a bare Worker that makes a signed query, one batch of three statements and one signed POST
  for each order. Service and shop are one Node server beside them. The recording of callbacks is timed at half of the rate
  at which orders are processed, while they are processed. It is compared with the same Workers in a separate workerd whose
  queue has no consumer, in turns of 200 callbacks, two turns for each paired round. Each time is measured from sending a
  callback to its answer. The ratio is the geometric mean of the ratios of the turns, because it varies the least
  ([decision 38](decisions/0038-querying-and-recording-are-two-steps.md)).
- Reconciling is the command \`merchant-edge reconcile\`, from its start to its end, including result, exceptions and report.
  It is compared with DuckDB, which joins the same two files and verifies the same checksums, and with \`md5sum\` of both
  files, in three rounds in turn. Each run is a separate process, and its result is checked. Memory is the median of three
  runs on one thread; a second thread takes 25 MB more. Three quarters of what four million rows take more than one million are the
  filter of repeated keys, with 8 MB instead of 2. Node keeps the compiled script between runs, as it does when
  \`NODE_COMPILE_CACHE\` is set; without it a start takes some 12 ms more. The processor time of a run on one thread is
  compared with that of only finding records and verifying their checksums, in a loop over the same bytes: 1 / (MD5 + scan).
- There is no comparison with other tools that compare CSV files: the maintained ones (\`qsv diff\`, csvdiff) are binaries of
  their authors or must be built from source, and are in no registry from which this repository installs. They hash rows,
  and verify no checksum.
- Signatures and SFTP are measured in a separate process, in which nothing else ran before.
- Sizes are minified by esbuild and gzipped, with everything they import.

Where the time goes. On Node a bare verification takes 13.5 to 18 µs, of which passing the work to the threads that compute
RSA takes 10 or more; the main thread waits for 7. Verifying a callback costs 1.3 µs of JavaScript in addition, in a separate
loop: 0.5 decodes the signature in place ([decision 14](decisions/0014-linear-parsers-of-keys-and-callbacks.md)), 0.2 checks the forms of the signed fields, 0.2 finds
the separators, 0.3 extracts, compares and collects names and values, 0.1 writes the signed text. Next to RSA, which puts its
own data into the caches, the same steps take 1.5 to 1.9 µs: about half to parse the query, half to decode and to pass on
data that WebCrypto does not have yet; the promise around them takes less than 0.2. The previous parser, measured in turns
with this one on a busy machine, took 1.9 to 2.4 µs there: 0.88 to 0.89 of the bare call, this one 0.89 to 0.92. All of this
delays the next call, so the figures of one run vary by 0.03 in either direction; in workerd they do not vary.

A batch of sixteen callbacks takes D1 three times the processor time of a batch of one. The Worker writes callbacks together
that arrive while a batch is under way ([decision 11](decisions/0011-callbacks-share-a-batch.md)), which the floor does not. One at a time the ratio would
be 0.8 to 0.85: the RPC from ipn to orders, which keeps the database out of a public Worker, takes 45 to 70 µs, and verifying
the callback 55 µs.

[reconciliation.md](reconciliation.md) describes where the time of a comparison goes and what limits it, and
[decision 68](decisions/0068-files-are-read-into-module-memory.md) its threads and its memory. In an SFTP download most of the time goes into the work of ssh2 for
each packet.
`
}

function readOptions() {
  return parseArgs({
    options: {
      rounds: { type: 'string', default: '21' },
      only: { type: 'string', multiple: true, default: [] },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  }).values
}

let values: ReturnType<typeof readOptions>
try {
  values = readOptions()
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  process.exit(2)
}
const rounds = Number(values.rounds)
const groups = [
  ['sizes', sizeFigures],
  ['signatures', () => measureAlone('measure-signatures.ts', rounds)],
  ['callbacks', () => ipnFigures(rounds)],
  ['payments', () => measureAlone('measure-payments.ts', rounds)],
  ['reconciliation', reconcileFigures],
  ['file-exchange', () => measureAlone('measure-sftp.ts', rounds)],
] as const
const isKnown = values.only.every((name) => groups.some(([group]) => group === name))
const isUsable = isKnown && !(values.write && values.only.length > 0)
if (values.help || !isUsable || !Number.isInteger(rounds) || rounds < 3 || rounds > 99) {
  console.log(usage)
  process.exit(values.help ? 0 : 2)
}
const figures: Figure[] = []
for (const [group, measure] of groups) {
  if (values.only.length > 0 && !values.only.includes(group)) continue
  console.error(`measuring ${group} ...`)
  figures.push(...(await measure()))
}
const text = document(figures, rounds)
console.log(text)
if (values.write) await writeFile(join(import.meta.dirname, '../docs/benchmarks.md'), text)
process.exitCode = figures.every(isReached) ? 0 : 1
