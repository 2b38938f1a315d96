/** A plan as `railpack prepare` writes it. It comes from an untrusted build, so every part has a schema and a limit. */
import { z } from 'zod'

const name = z.string().min(1).max(200)
/** Copied as one argument into a Dockerfile, where `$`, quotes, and backslashes have a meaning. */
const path = z
  .string()
  .min(1)
  .max(1_000)
  .regex(/^[^\p{Cc}$"'\\]+$/u)
/** Used in an option, which ends at a space. */
const pattern = path.regex(/^[^\s]+$/)
const image = z.string().regex(/^[a-z0-9][\w./:@-]{0,300}$/i)
/** One line of a Dockerfile. */
const line = z
  .string()
  .max(10_000)
  .regex(/^[^\n\r\0]*$/)
const variables = z.record(z.string().regex(/^[A-Za-z_]\w{0,127}$/), line).default({})

const layer = z.object({
  image: image.optional(),
  step: name.optional(),
  local: z.boolean().default(false),
  include: z.array(path).max(200).default([]),
  exclude: z.array(pattern).max(200).default([]),
})

const command = z.union([
  z.object({ cmd: z.string().min(1).max(50_000) }),
  z.object({ path: pattern, name, mode: z.int().min(0).max(0o777).optional() }),
  // Strict, so that a file with an invalid path doesn't match this alternative.
  z.strictObject({ path: path.regex(/^[^:]+$/) }),
  z.object({ src: path, dest: path, image: image.optional() }),
])

const step = z.object({
  name,
  inputs: z.array(layer).max(100).default([]),
  commands: z.array(command).max(500).default([]),
  secrets: z.array(z.string().max(200)).max(500).default([]),
  assets: z.record(name, z.string().max(500_000)).default({}),
  variables,
  caches: z.array(name).max(100).default([]),
})

export const RailpackPlan = z.object({
  steps: z.array(step).max(100).default([]),
  caches: z
    .record(
      z.string().regex(/^[\w.-]{1,100}$/),
      z.object({ directory: pattern.regex(/^[^,]*$/), type: z.enum(['shared', 'locked']).default('shared') }),
    )
    .default({}),
  secrets: z.array(z.string().max(200)).max(500).default([]),
  deploy: z.object({
    base: layer,
    inputs: z.array(layer).max(100).default([]),
    startCommand: z.string().max(50_000).default('/bin/bash'),
    variables,
    paths: z.array(path).max(100).default([]),
  }),
  exclude: z.array(line).max(1_000).default([]),
})
export type RailpackPlan = z.output<typeof RailpackPlan>
