/** Prompts on standard error. Without a terminal, the command fails and names the option to use instead. */
import { createInterface } from 'node:readline/promises'
import { type Readable, Writable } from 'node:stream'
import { CliError } from '../exit-codes.ts'
import type { Sink } from './output.ts'
import { type Line, plainText } from './text.ts'

export interface Prompt {
  readonly canAsk: boolean
  /** `instead`: the option for scripts. */
  ask(question: Line, instead: string): Promise<string>
  /** Hides the input. */
  askSecret(question: Line, instead: string): Promise<string>
  confirm(question: Line, instead: string): Promise<boolean>
  /** Returns undefined on Ctrl-C. */
  choose(question: Line, choices: readonly string[]): Promise<string | undefined>
}

export interface PromptOptions {
  readonly stdin: Readable & { isTTY?: boolean }
  readonly stderr: Sink
}

export function createPrompt({ stdin, stderr }: PromptOptions): Prompt {
  const canAsk = stdin.isTTY === true && stderr.isTTY === true
  const put = async (question: Line, options: { isSecret: boolean }): Promise<string | undefined> => {
    // Discards readline's output, which would show the input.
    const hidden = new Writable({ write: (_chunk, _encoding, done) => done() })
    const lines = createInterface({ input: stdin, output: options.isSecret ? hidden : stderr, terminal: true })
    const interrupted = new AbortController()
    lines.on('SIGINT', () => interrupted.abort())
    lines.on('close', () => interrupted.abort())
    const text = `${plainText(question)} `
    if (options.isSecret) stderr.write(text)
    try {
      return await lines.question(options.isSecret ? '' : text, { signal: interrupted.signal })
    } catch (error) {
      if (!interrupted.signal.aborted) throw error
      return undefined
    } finally {
      const isCut = interrupted.signal.aborted
      lines.close()
      // The line break was not echoed.
      if (options.isSecret || isCut) stderr.write('\n')
    }
  }
  const must = async (question: Line, instead: string, isSecret: boolean): Promise<string> => {
    if (!canAsk) throw new CliError('usage', `${plainText(question)} There's no terminal to answer in.`, instead)
    const answer = await put(question, { isSecret })
    if (answer === undefined) throw new CliError('interrupted', 'Interrupted with Ctrl-C. Nothing was changed.')
    return isSecret ? answer : answer.trim()
  }
  return {
    canAsk,
    ask: (question, instead) => must(question, instead, false),
    askSecret: (question, instead) => must(question, instead, true),
    confirm: async (question, instead) => /^y(es)?$/i.test(await must([question, ' [y/N]'].flat(), instead, false)),
    async choose(question, choices) {
      for (;;) {
        const answer = (await put(question, { isSecret: false }))?.trim().toLowerCase()
        if (answer === undefined) return undefined
        const chosen = choices.find((each) => answer !== '' && each.startsWith(answer))
        if (chosen !== undefined) return chosen
      }
    },
  }
}

/** Reads standard input without the final line break. */
export async function readInput(stdin: Readable): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '')
}
