import { expect, test } from 'vitest'
import { parseInstanceFile } from './parse-file.ts'
import { sampleInstance } from './testing/sample-instance.ts'
import { toInstanceFile } from './to-file.ts'
import { writeInstanceFile } from './write-file.ts'

test('a member with a pending invitation is exported once', () => {
  const instance = sampleInstance()
  const invited = { id: 'inv_1', role: 'viewer' }
  Object.assign(instance, {
    invitations: [
      { ...invited, email: 'maya@example.com' },
      { ...invited, email: 'zoe@example.com' },
    ],
  })
  const file = toInstanceFile(instance)
  expect(file.organization?.members).toEqual([
    { email: 'Maya@example.com', role: 'owner' },
    { email: 'zoe@example.com', role: 'viewer' },
  ])
  expect(parseInstanceFile(writeInstanceFile(file)).faults).toEqual([])
})

test('two environments with one name are refused before they are exported', () => {
  const instance = sampleInstance()
  const environments = instance.projects[0]?.environments ?? []
  environments.push(...environments)
  expect(() => toInstanceFile(instance)).toThrow('Several environments of Shop are named “main”.')
})
