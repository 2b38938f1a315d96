/**
 * Draws docs/explanation/proxy-loads.svg from the figures that `bin/suite many-domains sizes --record` stores next to
 * it.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../docs/explanation')
const target = process.argv[2] ?? join(folder, 'proxy-loads.svg')

interface Row {
  hostnames: number
  kind: string
  bytes: number
  servedMs: number
}
interface Panel {
  title: string
  left: number
  read: (row: Row) => number
}

const rows: Row[] = JSON.parse(await readFile(join(folder, 'proxy-loads.json'), 'utf8'))
const kinds = [...new Set(rows.map(({ kind }) => kind))]
const counts = [...new Set(rows.map(({ hostnames }) => hostnames))].toSorted((a, b) => a - b)
const [width, height] = [320, 220]
// Readable on light and dark pages.
const colors = ['#2f81f7', '#2da44e', '#cf222e']
const grey = '#8b949e'
const panels: Panel[] = [
  {
    title: 'served after, in milliseconds',
    left: 60,
    read: ({ servedMs }) => servedMs,
  },
  {
    title: 'size of a load, in kilobytes',
    left: 60 + width + 90,
    read: ({ bytes }) => bytes / 1_000,
  },
]

const label = `Time and size of a load against the number of hostnames: ${kinds.join(', ')}`
const font = 'font-family="sans-serif" font-size="12"'
await writeFile(
  target,
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 830 330" ${font} fill="${grey}" role="img" aria-label="${label}">
${[...panels.flatMap(panelOf), ...legend()].join('\n')}
</svg>
`,
)

function panelOf({ title, left, read }: Panel): string[] {
  const top = 40
  const step = roundUp(Math.max(...rows.map(read)) / 5)
  const most = step * 5
  const x = (hostnames: number) => {
    const [first = 1, last = 1] = [counts[0], counts.at(-1)]
    return at(left + (width * Math.log(hostnames / first)) / Math.log(last / first))
  }
  const y = (value: number) => at(top + height - (height * value) / most)
  const lines = [0, 1, 2, 3, 4, 5].map((index) => {
    const line = `<line x1="${left}" x2="${left + width}" y1="${y(index * step)}" y2="${y(index * step)}" stroke="${grey}" stroke-opacity="0.3"/>`
    return `${line}<text x="${left - 8}" y="${y(index * step) + 4}" text-anchor="end">${index * step}</text>`
  })
  const marks = counts.map(
    (count) => `<text x="${x(count)}" y="${top + height + 18}" text-anchor="middle">${count}</text>`,
  )
  const curves = kinds.map((kind, index) => {
    const points = rows.filter((row) => row.kind === kind).map((row) => `${x(row.hostnames)},${y(read(row))}`)
    return `<polyline points="${points.join(' ')}" fill="none" stroke="${colors[index]}" stroke-width="2"/>`
  })
  return [`<text x="${left}" y="22">${title}</text>`, ...lines, ...marks, ...curves]
}

function legend(): string[] {
  return kinds.map((kind, index) => {
    const left = 60 + index * 190
    const line = `<line x1="${left}" x2="${left + 24}" y1="310" y2="310" stroke="${colors[index]}" stroke-width="2"/>`
    return `${line}<text x="${left + 32}" y="314">${kind}</text>`
  })
}

/** Returns 1, 2, or 5 times a power of ten. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return power * ([1, 2, 5].find((each) => each * power >= value) ?? 10)
}

function at(value: number): number {
  return Math.round(value * 10) / 10
}
