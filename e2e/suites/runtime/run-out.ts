/** One-off containers of the suite, from their start to their removal. */
import type { ContainerSpec } from '@longshore/remote/runtime'
import type { RuntimeTestEnv } from './test-env.ts'

const call = { signal: new AbortController().signal }

/** Runs the program to its end and removes its container. */
export async function runOut({ runtime }: RuntimeTestEnv, spec: ContainerSpec) {
  const parts: string[] = []
  await runtime.startProgram(spec, { ...call, onCreated: async () => undefined })
  for await (const entries of runtime.readOutput(spec.name, { ...call, since: null, follow: true }))
    for (const { stream, text } of entries) parts.push(`${stream}:${text}`)
  const state = await runtime.inspectContainer(spec.name, call)
  await runtime.removeContainer(spec.name, call)
  return { parts, exitCode: state?.exitCode ?? null, oomKilled: state?.oomKilled ?? false }
}
