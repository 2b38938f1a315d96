/** Pulls with the server's own engine. The credential is part of the request and isn't stored. */
import { StringDecoder } from 'node:string_decoder'
import { Deadline } from '@longshore/process/deadline'
import { z } from 'zod'
import { type Engine, EngineError } from '../docker/index.ts'
import type { ImageFacts, ImageRuntime, OnOutput, RegistryCredential } from '../runtime/runtime.ts'
import { RuntimeError } from '../runtime/runtime-error.ts'
import { abortFailure, sanitizeText } from '../ssh/index.ts'
import { splitReference } from './image-reference.ts'
import { checked, inspectImage } from './image-store.ts'

const Progress = z.object({
  status: z.string().optional(),
  id: z.string().optional(),
  error: z.string().optional(),
})
const defaultMs = 20 * 60_000
const maxLineBytes = 65_536
/** These lines are reported once; the rest are updates of a progress bar. */
const reported = /^(?:Pulling from|Pull complete|Digest|Status|Download complete)/

export function createPull(engine: Engine): ImageRuntime['pull'] {
  return async (reference, { credential, onOutput, signal, deadlineMs = defaultMs }) => {
    checked(reference)
    using deadline = new Deadline(deadlineMs, [signal])
    try {
      await pull(engine, reference, { credential, onOutput, signal: deadline.signal })
    } catch (error) {
      if (deadline.signal.aborted) throw abortFailure(deadline.signal, 'command_timeout')
      throw error instanceof EngineError ? explain(error.message, reference) : error
    }
    return await mustHave(engine, reference, signal)
  }
}

interface Pull {
  credential: RegistryCredential | null
  onOutput: OnOutput | undefined
  signal: AbortSignal
}

async function pull(engine: Engine, reference: string, { credential, onOutput, signal }: Pull): Promise<void> {
  const { name, tag } = splitReference(reference)
  const response = await engine.http.open({
    method: 'POST',
    path: ['images', 'create'],
    query: { fromImage: name, tag },
    deadlineMs: 60_000,
    signal,
    ...(credential === null ? {} : { headers: { 'x-registry-auth': authHeader(credential) } }),
  })
  const decoder = new StringDecoder()
  let rest = ''
  for await (const chunk of response) {
    const lines = (rest + decoder.write(chunk)).split('\n')
    rest = (lines.pop() ?? '').slice(0, maxLineBytes)
    for (const line of lines) await reportProgress(line, reference, onOutput)
  }
  await reportProgress(rest, reference, onOutput)
}

async function reportProgress(line: string, reference: string, onOutput: OnOutput | undefined): Promise<void> {
  if (line.trim() === '') return
  const { status = '', id, error } = Progress.catch({}).parse(parse(line))
  if (error !== undefined) throw explain(error, reference)
  if (reported.test(status))
    await onOutput?.(`${id === undefined ? '' : `${id}: `}${sanitizeText(status, 300)}\n`, 'stdout')
}

/** Registries use different messages; these are Docker's versions of them. */
function explain(message: string, reference: string): RuntimeError {
  const text = sanitizeText(message, 400)
  if (/no space left on device/i.test(message))
    return new RuntimeError('disk_full', `There is no room for ${reference}: ${text}`)
  if (/no matching manifest/i.test(message))
    return new RuntimeError(
      'architecture_mismatch',
      `${reference} has no image for this server’s architecture: ${text}`,
    )
  if (/unauthorized|authentication required|denied|401|403|no basic auth/i.test(message))
    return new RuntimeError('registry_refused', `The registry refused ${reference}: ${text}`)
  if (/not found|manifest unknown|does not exist|404|invalid reference/i.test(message))
    return new RuntimeError('image_not_found', `There is no image ${reference}: ${text}`)
  if (/no such host|timeout|refused|unreachable|dial tcp|TLS|EOF|request canceled/i.test(message))
    return new RuntimeError('registry_unreachable', `The registry of ${reference} cannot be reached: ${text}`)
  return new RuntimeError('engine_refused', `${reference} could not be pulled: ${text}`)
}

async function mustHave(engine: Engine, reference: string, signal: AbortSignal): Promise<ImageFacts> {
  const found = await inspectImage(engine, reference, { signal })
  if (found === null) throw new RuntimeError('image_not_found', `${reference} was pulled and is not there.`)
  return found
}

function authHeader({ host, username, password }: RegistryCredential): string {
  return Buffer.from(JSON.stringify({ username, password, serveraddress: host })).toString('base64url')
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return {}
  }
}
