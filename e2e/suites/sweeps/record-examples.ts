/**
 * The examples of the API reference are what this sweep sends and receives. Every run checks that the recorded requests still have
 * the form of what is sent; with `--record-examples` the successful calls replace the recording.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formOf, Normalizer } from '../../../tools/openapi-docs/normalize-example.ts'
import { hasFlag } from '../../support/command-line.ts'
import type { Received } from '../../support/exchange.ts'
import { faultsOf } from '../../support/json-schema.ts'
import type { Api, Operation } from '../../support/openapi.ts'
import { sample } from '../../support/sample.ts'
import { type Ask, check, type Stage } from './stage.ts'

interface Example {
  request?: unknown
  responses: Record<string, unknown>
}

const file = join(import.meta.dirname, '../../../apps/server/src/openapi-examples.recorded.json')
/** A page that no one reads to its end explains nothing. */
const maxBytes = 20_000
const isRecording = hasFlag('record-examples')

export class ExampleRecorder {
  readonly #recorded: Readonly<Record<string, Example>>
  readonly #found: Record<string, Example> = {}

  constructor(recorded: Readonly<Record<string, Example>>) {
    this.#recorded = recorded
  }

  static async open(): Promise<ExampleRecorder> {
    return new ExampleRecorder(JSON.parse(await readFile(file, 'utf8')))
  }

  /** A call that succeeded. */
  note(stage: Stage, operation: Operation, { sent, answer }: { sent: Ask; answer: Received }): void {
    const normalizer = new Normalizer()
    const request = normalizer.normalize(sent.body)
    const known = this.#recorded[operation.id]
    if (!isRecording) {
      const isSame = known === undefined || formOf(known.request ?? null) === formOf(request ?? null)
      check(stage, isSame, `the recorded example of ${operation.id} is no longer what is sent: record it again`)
      return
    }
    const response = responseOf(operation, answer, stage.api)
    const responses = response === undefined ? {} : { [String(answer.status)]: normalizer.normalize(response) }
    const example = { ...(request === undefined ? {} : { request }), responses }
    for (const fault of faultsIn(operation, example, stage.api)) check(stage, false, `${operation.id}: ${fault}`)
    this.#found[operation.id] = example
  }

  async finish({ api }: Pick<Stage, 'api'>): Promise<void> {
    if (!isRecording) return
    for (const operation of api.operations) this.#complete(operation, api)
    const sorted = Object.entries(this.#found).sort(([a], [b]) => (a < b ? -1 : 1))
    await writeFile(file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
    console.log(`  ${sorted.length} examples recorded`)
  }

  /**
   * Where an operation can succeed in two ways, the sweep meets one. The other has the form of another operation's
   * response.
   */
  #complete({ id, answers }: Operation, api: Api): void {
    const example = this.#found[id]
    if (example === undefined) return
    for (const [status, { schema, contentType }] of Object.entries(answers)) {
      const isMissing = status.startsWith('2') && contentType === 'application/json' && !(status in example.responses)
      if (isMissing) example.responses[status] = this.#likeSchema(JSON.stringify(schema), api)
    }
  }

  #likeSchema(wanted: string, { operations }: Api): unknown {
    for (const { id, answers } of operations)
      for (const [status, response] of Object.entries(this.#found[id]?.responses ?? {}))
        if (JSON.stringify(answers[status]?.schema) === wanted) return response
    return undefined
  }
}

function responseOf(operation: Operation, answer: Received, api: Api): unknown {
  const documented = operation.answers[String(answer.status)]
  if (documented?.contentType === 'text/event-stream') return streamText(operation, api)
  if (documented?.contentType === 'text/plain') return answer.text.split('\n').slice(0, 3).join('\n')
  return documented?.contentType === 'application/json' ? answer.body : undefined
}

/** Composed from the event schemas, because most streams have nothing to send when the sweep connects. */
function streamText(operation: Operation, { schemas }: Api): string {
  return Object.entries(operation.events)
    .map(([name, schema], index) => {
      const data = JSON.stringify(sample(schema, schemas))
      return `id: ${index + 1}\nevent: ${name}\ndata: ${data}\n\n`
    })
    .join('')
}

function faultsIn(operation: Operation, { request, responses }: Example, { schemas }: Api): string[] {
  const large =
    JSON.stringify({ request, responses }).length > maxBytes ? [`the example has more than ${maxBytes} bytes`] : []
  const isJson = operation.bodyType === 'application/json' && operation.body !== null && request !== undefined
  const inRequest = isJson && operation.body !== null ? faultsOf(operation.body, request, schemas) : []
  const inResponses = Object.entries(responses).flatMap(([status, body]) => {
    const schema = operation.answers[status]?.schema ?? null
    return schema === null ? [] : faultsOf(schema, body, schemas)
  })
  return [...large, ...[...inRequest, ...inResponses].map((fault) => `the normalized example does not fit:${fault}`)]
}
