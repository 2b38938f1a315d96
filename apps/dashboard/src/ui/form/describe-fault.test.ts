import { expect, it } from 'vitest'
import { describeFault } from './describe-fault.ts'

it('names the field, and the entry of a list', () => {
  expect(describeFault('Port', { message: 'must be at most 65535' })).toBe('Port must be at most 65535')
  const entry = { name: { message: 'must not be empty' } }
  expect(describeFault('Volumes', { 1: entry })).toBe('Volumes (entry 2) must not be empty')
  expect(describeFault('Volumes', [undefined, entry])).toBe('Volumes (entry 2) must not be empty')
  expect(describeFault('Parameters', { 'vm.x': { message: "isn't known" } })).toBe("Parameters (vm.x) isn't known")
})

it('prefers the message of the field, and needs none', () => {
  expect(describeFault('Limits', { message: 'is wrong', 0: { message: 'other' } })).toBe('Limits is wrong')
  expect(describeFault('Limits', {})).toBe('Limits is invalid')
})
