/** Questions to a person. They go to standard error; in a pipe nobody answers, so the command says what to give instead. */
import { createInterface } from 'node:readline/promises'
import { type Readable, Writable } from 'node:stream'
import { CliError } from '../exit-codes.ts'
import type { Sink } from './output.ts'
import { type Line, plainText } from './text.ts'

export interface Prompt {
  readonly canAsk: boolean
  /** `instead`: what a script gives. */
  ask(question: Line, instead: string): Promise<string>
  /** What is typed is not shown. */
  askSecret(question: Line, instead: string): Promise<string>
  confirm(question: Line, instead: string): Promise<boolean>
  /** Ctrl-C gives undefined: the caller decides what that means. */
  choose(question: Line, choices: readonly string[]): Promise<string | undefined>
}

export interface PromptOptions {
  readonly stdin: Readable & { isTTY?: boolean }
  readonly stderr: Sink
}

export function createPrompt({ stdin, stderr }: PromptOptions): Prompt {
  const canAsk = stdin.isTTY === true && stderr.isTTY === true
  const put = async (question: Line, options: { isSecret: boolean }): Promise<string | undefined> => {
    // What readline draws again would show what was typed.
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
      // The end of the line was not shown.
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

/** The whole of standard input, without the last end of line. */
export async function readInput(stdin: Readable): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '')
}
