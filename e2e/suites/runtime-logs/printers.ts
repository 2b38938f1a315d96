/** Programs that print numbered lines at a given rate, and the check that each line arrives once and in order. */
import type { RepositoryFile } from '../../fixtures/repository.ts'

export interface Printers {
  readonly containers: number
  readonly perSecond: number
  readonly seconds: number
  /** Length of each line, in addition to its number. */
  readonly padding: number
}

/** `go` begins: all of them print from the same moment on, long after they are live. */
export function printerFiles({ perSecond, seconds, padding }: Printers, startAfterSeconds: number): RepositoryFile[] {
  const program = `const total = ${perSecond * seconds}
const beginsAt = Date.now() + ${startAfterSeconds * 1_000}
const padding = 'x'.repeat(${padding})
let printed = 0
console.log('ready')
setInterval(() => {
  const due = Math.min(total, Math.floor(((Date.now() - beginsAt) / 1000) * ${perSecond}))
  let text = ''
  for (; printed < due; ) text += 'line ' + ++printed + ' ' + padding + '\\n'
  if (text !== '') process.stdout.write(text)
}, 20)
process.on('SIGTERM', () => process.exit(0))
`
  return [
    { path: 'Dockerfile', content: 'FROM node:24-slim\nWORKDIR /app\nCOPY print.mjs ./\nCMD ["node", "print.mjs"]\n' },
    { path: 'print.mjs', content: program },
  ]
}

export function printerServices({ containers }: Printers): Record<string, unknown>[] {
  return Array.from({ length: containers }, (_, n) => ({
    name: `printer-${n}`,
    kind: 'worker',
    source: { builder: 'dockerfile' },
    stabilitySeconds: 0,
    drainSeconds: 0,
  }))
}

interface Line {
  service: string | null
  text: string
}

/** Counts received lines, and those that are missing, duplicate or out of order. */
export class Tally {
  readonly #last = new Map<string, number>()
  readonly #expected: Printers
  received = 0
  faults = 0

  constructor(expected: Printers) {
    this.#expected = expected
  }

  add({ service, text }: Line): void {
    const [, digits = '0', filling = ''] = /^line (\d{1,9}) (x{1,1000})$/.exec(text) ?? []
    const number = filling.length === this.#expected.padding ? Number(digits) : 0
    if (number === 0 || service === null) return
    this.received += 1
    if (number !== (this.#last.get(service) ?? 0) + 1) this.faults += 1
    this.#last.set(service, number)
  }

  get expected(): number {
    const { containers, perSecond, seconds } = this.#expected
    return containers * perSecond * seconds
  }

  get isComplete(): boolean {
    return this.received >= this.expected
  }

  /** The deviation in one sentence; null if each line came once, in order. */
  get shortfall(): string | null {
    if (this.faults === 0 && this.received === this.expected) return null
    return `${this.received} of ${this.expected} lines, ${this.faults} out of order`
  }
}
