import { expect, it } from 'vitest'
import { z } from 'zod'
import { subjectKey } from './runs.ts'
import { step, workflow } from './workflow.ts'
import { declareWorkflow } from './workflow-ref.ts'

const ref = declareWorkflow({ kind: 'deploy', object: 'environment', input: z.null() })
const named = (name: string) => step<null, void>({ name, output: z.void(), deadlineMs: 1, run: async () => undefined })

it('rejects duplicate step names, empty workflows, and invalid names', () => {
  expect(() => workflow(ref, [named('a'), named('a')])).toThrow(/two steps/)
  expect(() => workflow(ref, [])).toThrow(/no steps/)
  expect(() => named('A step')).toThrow(/not a name/)
  expect(() => declareWorkflow({ kind: 'x/y', input: z.null() })).toThrow(/not a name/)
})

it('requires short plain keys, because they become part of a URL', () => {
  expect(subjectKey(ref, '0199-a')).toBe('environment/0199-a')
  for (const bad of ['', '../x', 'a b', 'a/b', 'a'.repeat(101), 'a\n'])
    expect(() => subjectKey(ref, bad)).toThrow(TypeError)
})
