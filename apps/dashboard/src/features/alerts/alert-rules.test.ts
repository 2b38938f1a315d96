import { expect, test } from 'vitest'
import { fieldsOf, ruleNames, ruleSchema, ruleText } from './alert-rules.ts'

test('describes a rule in words', () => {
  expect(ruleText({ enabled: true, forSeconds: 0, clearSeconds: 60, restarts: 3, withinMinutes: 10 })).toBe(
    '3 restarts within 10 min, alerts immediately',
  )
  expect(ruleText({ enabled: true, forSeconds: 90, clearSeconds: 60 })).toBe('alerts after 1 min 30 s')
})

test('every rule has fields, with its thresholds first', () => {
  expect(fieldsOf('disk_full')).toEqual(['percent', 'forSeconds', 'clearSeconds'])
  for (const name of ruleNames) expect(ruleSchema(name).properties).toHaveProperty('enabled')
})
