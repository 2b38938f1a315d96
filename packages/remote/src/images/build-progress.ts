/**
 * Parses the output of `buildx --progress=rawjson`, line by line; pure. The input comes from the server, so everything
 * is bounded.
 */
import { z } from 'zod'

const Vertex = z.object({
  digest: z.string(),
  name: z.string(),
  started: z.string().nullish(),
  completed: z.string().nullish(),
  cached: z.boolean().nullish(),
  error: z.string().nullish(),
})
const Progress = z.object({
  vertexes: z.array(Vertex).nullish(),
  logs: z.array(z.object({ vertex: z.string(), stream: z.number().nullish(), data: z.string().nullish() })).nullish(),
})

interface Known {
  name: string
  isTold: boolean
  isCached: boolean
  error: string | null
}

export interface Piece {
  readonly text: string
  readonly stream: 'stdout' | 'stderr'
}

const maxVertexes = 5_000
const maxLineBytes = 4_000_000
const tailLength = 16_384

export class BuildProgress {
  readonly #known = new Map<string, Known>()
  #rest = ''
  #tail = ''
  #errors = ''

  /** Returns the output to show. */
  push(chunk: string): Piece[] {
    const lines = (this.#rest + chunk).split('\n')
    this.#rest = (lines.pop() ?? '').slice(0, maxLineBytes)
    return lines.flatMap((line) => this.#readLine(line))
  }

  /** Number of Dockerfile instructions: those from the cache, and all. */
  get steps(): { cached: number; all: number } {
    const own = [...this.#known.values()].filter(({ name }) => isInstruction(name))
    return { cached: own.filter(({ isCached }) => isCached).length, all: own.length }
  }

  /** The failed instruction with its error message. */
  get failed(): { step: string; error: string } | null {
    const found = [...this.#known.values()].find(({ error }) => error !== null && !/context canceled/.test(error))
    return found === undefined ? null : { step: found.name.slice(0, 500), error: (found.error ?? '').slice(0, 2_000) }
  }

  /** The last output of the build itself. */
  get tail(): string {
    return this.#tail
  }

  /** Error output of the program, separate from the progress: the reason why it gave up. */
  get errors(): string {
    return `${this.#errors}${this.#rest}`.slice(-tailLength)
  }

  #readLine(line: string): Piece[] {
    const progress = line.startsWith('{') ? parse(line) : undefined
    if (progress === undefined) {
      this.#errors = `${this.#errors}${line}\n`.slice(-tailLength)
      return []
    }
    const reportedSteps = (progress.vertexes ?? []).flatMap((vertex) => this.#learn(vertex))
    const printed = (progress.logs ?? []).map(({ stream, data }): Piece => {
      const text = Buffer.from(data ?? '', 'base64').toString()
      this.#tail = `${this.#tail}${text}`.slice(-tailLength)
      return { text, stream: stream === 2 ? 'stderr' : 'stdout' }
    })
    return [...reportedSteps, ...printed]
  }

  #learn(vertex: z.output<typeof Vertex>): Piece[] {
    if (!this.#known.has(vertex.digest) && this.#known.size >= maxVertexes) return []
    const known = this.#known.get(vertex.digest) ?? { name: vertex.name, isTold: false, isCached: false, error: null }
    this.#known.set(vertex.digest, known)
    known.isCached ||= vertex.cached === true
    known.error ??= vertex.error ?? null
    const isNews = !known.isTold && vertex.started != null && !vertex.name.startsWith('[internal]')
    if (!isNews) return []
    known.isTold = true
    return [{ text: `${vertex.name}${known.isCached ? ' (cached)' : ''}\n`, stream: 'stdout' }]
  }
}

/** Matches `[2/4] RUN …` and `[build 2/4] RUN …`. FROM isn't a step of the build. */
function isInstruction(name: string): boolean {
  return /^\[[^\]]{0,200}\d{1,4}\/\d{1,4}\] (?!FROM )/.test(name)
}

function parse(line: string): z.output<typeof Progress> | undefined {
  try {
    return Progress.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}
