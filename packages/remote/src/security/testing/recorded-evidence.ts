/** Recorded output of a real Debian 12 server: freshly installed, and after its weaknesses were fixed by hand. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { EngineReading, Evidence, Reading } from '../evidence.ts'
import { readProbe } from '../gather/probe.ts'
import { type ProbeName, probeNames } from '../gather/probe-names.ts'

const Recorded = z.object({
  takenAt: z.number(),
  username: z.string(),
  connection: z.object({ clientAddress: z.string(), serverAddress: z.string(), serverPort: z.number() }),
  readings: z.record(
    z.enum(probeNames),
    z.object({ state: z.literal('read'), succeeded: z.boolean(), text: z.string(), errors: z.string() }),
  ),
  engine: z.object({
    state: z.literal('read'),
    version: z.unknown(),
    info: z.unknown(),
    containers: z.array(z.unknown()),
    leftOut: z.number(),
  }),
})

export function recordedEvidence(name: 'debian-12' | 'debian-12-hardened'): Evidence {
  const recorded = Recorded.parse(JSON.parse(readFileSync(join(import.meta.dirname, `${name}.json`), 'utf8')))
  return { ...recorded, readings: new Map(probeNames.map((probe) => [probe, recorded.readings[probe]])) }
}

export function withReading(evidence: Evidence, name: ProbeName, reading: Reading): Evidence {
  return { ...evidence, readings: new Map([...evidence.readings, [name, reading]]) }
}

export function withText(evidence: Evidence, name: ProbeName, change: (text: string) => string): Evidence {
  const reading = evidence.readings.get(name)
  if (reading?.state !== 'read') throw new Error(`${name} was not recorded`)
  const text = change(reading.text)
  if (text === reading.text) throw new Error(`nothing of ${name} was changed`)
  return withReading(evidence, name, { ...reading, succeeded: true, text })
}

export function withContainers(evidence: Evidence, containers: readonly unknown[]): Evidence {
  if (evidence.engine.state !== 'read') throw new Error('the Engine was not recorded')
  const engine: EngineReading = { ...evidence.engine, containers }
  return { ...evidence, engine }
}

const marker = 'end-0123456789abcdef01234567'

/** Returns evidence with one output truncated after some bytes. */
export function withTruncatedOutput(evidence: Evidence, name: ProbeName, keep: (length: number) => number): Evidence {
  const reading = evidence.readings.get(name)
  if (reading?.state !== 'read') throw new Error(`${name} was not recorded`)
  const whole = `${reading.text}\n${marker} ${reading.succeeded ? 'done' : 'failed'}\n`
  const stdout = whole.slice(0, keep(whole.length))
  return withReading(evidence, name, readProbe({ exitCode: 0, stdout, stderr: reading.errors }, marker))
}
