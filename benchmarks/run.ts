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

  --rounds N   paired rounds per figure, 3 to 99 (21 when left out)
  --only GROUP sizes, signatures, callbacks, payments, reconciliation or file-exchange; all when left out
  --write      also writes docs/benchmarks.md, of all of them`

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

- Signing and verifying stand against the bare WebCrypto call on the same text with the same key, eight
  operations at a time.
- The IPN Worker (parse, token, RSA, RPC to the orders Worker, batch on D1, 200) stands against a bare Worker
  that writes the same bytes by a three-statement batch for each callback on a D1 of its own, under the same
  load of 50 at a time; the rounds are spread over three starts of workerd.
- An order from callback to delivered webhook (recorded, announced on the queue, asked for with a signed query, paid,
  told to the shop) stands against a bare Worker that does a signed query, one batch of three statements and one
  signed POST for each; service and shop are one server of Node beside them. The recording of callbacks is timed at
  half of the rate at which orders get through, while they do, and against the same Workers in a workerd of their own,
  with a queue that nobody reads: in turns of 200 callbacks, two for each paired round, each from when it was sent
  until it was answered.
  The ratio is the geometric mean of those of the turns, whose spread is the smallest ([decision 38](decisions/)).
- Reconciling is the command \`merchant-edge reconcile\`, from its start to its end, with result, exceptions and report
  written. It stands against DuckDB, which joins the same two files and verifies the same checksums, and against
  \`md5sum\` of both, three rounds in turn; each run is a process of its own, and its answer is checked. Memory is the
  median of three runs on one thread; a second one takes 25 MB more. Node keeps the compiled script between runs,
  as it does for whoever sets \`NODE_COMPILE_CACHE\`; without it a start takes some 12 ms more. The processor's time of a run on one thread stands
  against that of cutting records and verifying their checksums alone, in a loop over the same bytes: 1 / (MD5 + scan).
- No other comparer of CSV files stands beside it: those that are well kept (\`qsv diff\`, csvdiff) come as binaries of
  their makers or are built from source, not from a registry that this repository installs from. They hash rows, and
  verify no checksum.
- Signatures and SFTP are measured in a process of their own, in which nothing else was done before.
- Sizes are minified by esbuild and gzipped, with everything they import.

Where the time goes. On Node a bare verification takes 13.5 to 18 µs, of which handing the work to the threads that do
RSA takes 10 and more; the main thread waits for 7. Verifying a callback costs 1.3 µs of JavaScript on top, in a loop
of its own: 0.5 decodes the signature where it stands ([decision 14](decisions/)), 0.2 tests the forms of the signed
fields, 0.2 finds the separators, 0.3 cuts out, compares and collects names and values, 0.1 writes the signed text. Beside
RSA, which puts its own data into the caches, the same steps take 1.5 to 1.9 µs: about half to read the query, half to
decode and to hand over what is not yet in WebCrypto's reach; the promise around them less than 0.2. The parser before
this one, measured in turns with it on a busy machine, took 1.9 to 2.4 µs there: 0.88 to 0.89 of the bare call, this one
0.89 to 0.92. All of it stands in the way of the next call, so the figures of one run move by 0.03 to either side; in
workerd they stand still.

A batch of sixteen callbacks takes D1 three times the processor time of a batch of one. The Worker writes those
together that arrive while a batch is under way ([decision 11](decisions/)), which the floor does not; one at a
time it would stand at 0.8 to 0.85: the hop from ipn to orders, which keeps the database out of a public
Worker, takes 45 to 70 µs, and to believe the callback 55 µs.

Where the time of a comparison goes, and what limits it, is in [reconciliation.md](reconciliation.md); its threads and its
memory in [decision 68](decisions/). Of an SFTP download most of
the time goes into what ssh2 does with each packet.
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
