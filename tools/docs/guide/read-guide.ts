/** Reads a page of the documentation as what its readers do, in order: run blocks, write files, follow instructions. */
import { type Instruction, labelsOf, readInstructions, readObservations } from './instructions.ts'

/** Tabs show the same task for different tools. A reader uses one of them on the whole page. */
export type Tool = 'Dashboard' | 'CLI' | 'API'
export const tools: readonly Tool[] = ['Dashboard', 'CLI', 'API']

interface Place {
  readonly line: number
  /** Null outside of tabs: everyone does it. */
  readonly tool: Tool | null
}

export type Part = Place &
  (
    | {
        readonly kind: 'shell'
        readonly text: string
        readonly isOnServer: boolean
        readonly inTerminal: boolean
        readonly notRun?: string
      }
    | { readonly kind: 'file'; readonly name: string; readonly text: string }
    | { readonly kind: 'instruction'; readonly instruction: Instruction; readonly pasted?: string }
  )

export interface Guide {
  readonly path: string
  /** Names of what must exist before a reader starts, from the frontmatter. */
  readonly needs: readonly string[]
  /** The page is followed on a machine of its own, which starts in this state: `new`, or `installed`. */
  readonly machine?: string
  readonly tools: readonly Tool[]
  readonly parts: readonly Part[]
  /** Blocks in other languages than `sh`, which readers don't run. */
  readonly otherBlocks: readonly OtherBlock[]
  /** Bold text anywhere: the names of things on the screen. */
  readonly labels: readonly string[]
}

export interface OtherBlock {
  readonly line: number
  readonly language: string
  readonly text: string
}

interface Item {
  readonly line: number
  readonly tool: Tool | null
  text: string
  pasted?: string
}

const fenceMark = /^( *)(`{3,})(\S*)(.*)$/
const numbered = /^( *)\d+\. (.*)$/
const tab = /^== (Dashboard|CLI|API)\s*$/
/** In place of frontmatter, which Git hosts would show. */
const machineMark = /^<!-- machine: (\w+) -->$/m
const notRunMark = /^ *<!-- not run: (.+?) -->\s*$/
const fileName = /^(?:[\w.-]+(?:\/[\w.-]+)*\.\w+|Dockerfile|Procfile|Gemfile)$/

export function readGuide(path: string, markdown: string): Guide {
  const { frontmatter, body, offset } = splitFrontmatter(markdown)
  const machine = (/^machine: *(\w+)$/m.exec(frontmatter) ?? machineMark.exec(body))?.[1]
  const guide = new Reader(path, body, offset).read(needsOf(frontmatter))
  return machine === undefined ? guide : { ...guide, machine }
}

class Reader {
  readonly #path: string
  readonly #lines: readonly string[]
  readonly #offset: number
  readonly #parts: Part[] = []
  readonly #otherBlocks: OtherBlock[] = []
  readonly #prose: string[] = []
  #tool: Tool | null = null
  #item: Item | null = null
  #notRun: string | undefined

  constructor(path: string, body: string, offset: number) {
    this.#path = path
    this.#lines = body.split('\n')
    this.#offset = offset
  }

  read(needs: readonly string[]): Guide {
    for (let at = 0; at < this.#lines.length; at += 1) at = this.#readLine(at)
    this.#endItem()
    const used = new Set(this.#parts.map(({ tool }) => tool))
    return {
      path: this.#path,
      needs,
      tools: tools.filter((tool) => used.has(tool)),
      parts: this.#parts,
      otherBlocks: this.#otherBlocks,
      labels: [...new Set(labelsOf(this.#prose.join('\n')))],
    }
  }

  /** Returns the index of the last line that was read. */
  #readLine(at: number): number {
    const line = this.#lines[at] ?? ''
    const [, chosen] = tab.exec(line) ?? []
    const [, reason] = notRunMark.exec(line) ?? []
    if (chosen !== undefined) this.#changeTool(tools.find((each) => each === chosen) ?? null)
    else if (line === ':::') this.#changeTool(null)
    else if (reason !== undefined) this.#notRun = reason
    else if (fenceMark.test(line)) return this.#readFence(at)
    else this.#readText(line, at)
    return at
  }

  #changeTool(tool: Tool | null): void {
    this.#endItem()
    this.#tool = tool
  }

  #readFence(at: number): number {
    const [, indent = '', mark = '', language = '', info = ''] = fenceMark.exec(this.#lines[at] ?? '') ?? []
    let end = at + 1
    while (end < this.#lines.length && (this.#lines[end] ?? '').trim() !== mark) end += 1
    const lines = this.#lines.slice(at + 1, end)
    const text = lines.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line)).join('\n')
    const marks = info.trim().split(/\s+/)
    const name = marks.find((each) => fileName.test(each))
    const place = { line: this.#lineOf(at + 1), tool: this.#tool }
    if (this.#item !== null && indent !== '' && language !== 'sh') this.#item.pasted = text
    else if (name !== undefined) this.#parts.push({ ...place, kind: 'file', name, text })
    if (language === 'sh') {
      this.#endItem()
      const notRun = this.#notRun === undefined ? {} : { notRun: this.#notRun }
      this.#parts.push({
        ...place,
        kind: 'shell',
        text,
        isOnServer: marks.includes('server'),
        inTerminal: marks.includes('terminal'),
        ...notRun,
      })
    } else this.#otherBlocks.push({ line: place.line, language, text })
    this.#notRun = undefined
    return end
  }

  #readText(line: string, at: number): void {
    this.#prose.push(line)
    const [, , text] = numbered.exec(line) ?? []
    if (text !== undefined) {
      this.#endItem()
      this.#item = { line: this.#lineOf(at), tool: this.#tool, text }
    } else if (this.#item !== null && (/^\s+\S/.test(line) || line === '')) {
      this.#item.text += ` ${line.trim()}`
    } else {
      this.#endItem()
      this.#observe(line, at)
    }
  }

  /** Observations are about a screen, so only readers of the dashboard can check them. */
  #observe(line: string, at: number): void {
    if (this.#tool !== 'Dashboard') return
    for (const instruction of readObservations(line))
      this.#parts.push({ line: this.#lineOf(at), tool: this.#tool, kind: 'instruction', instruction })
  }

  #endItem(): void {
    const item = this.#item
    this.#item = null
    if (item === null) return
    const { line, tool, pasted } = item
    const more = pasted === undefined ? {} : { pasted }
    for (const instruction of this.#instructionsOf(item))
      this.#parts.push({ line, tool, kind: 'instruction', instruction, ...more })
  }

  #instructionsOf({ line, text }: Item): Instruction[] {
    try {
      return readInstructions(text)
    } catch (error) {
      throw new Error(`${this.#path}:${line}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  #lineOf(index: number): number {
    return index + this.#offset + 1
  }
}

function splitFrontmatter(markdown: string): { frontmatter: string; body: string; offset: number } {
  const [whole = '', frontmatter = ''] = /^---\n([\s\S]*?)\n---\n/.exec(markdown) ?? []
  return { frontmatter, body: markdown.slice(whole.length), offset: whole.split('\n').length - 1 }
}

function needsOf(frontmatter: string): string[] {
  const [, list = ''] = /^needs: *\[?([^\]\n]*)\]?$/m.exec(frontmatter) ?? []
  return list.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]))
}
