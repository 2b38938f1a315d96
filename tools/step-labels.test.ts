import { expect, test } from 'vitest'
import { stepLabel } from '../apps/cli/src/deployments/step-lines.ts'
import { text } from '../apps/dashboard/src/text/text.ts'
import { statusOfStep } from '../apps/server/src/modules/deployments/deployments.status.ts'

const { steps, failedAt } = text.deployments

test.each(Object.keys(statusOfStep))('the step %s has one label in the dashboard and the CLI', (name) => {
  expect(stepLabel(name)).not.toBe(name)
  expect(steps[name]).toBe(stepLabel(name))
  expect(failedAt(name)).not.toBe(`Failed during ${name}`)
})

test('the dashboard has labels for no other steps', () => {
  expect(Object.keys(steps).toSorted()).toEqual(Object.keys(statusOfStep).toSorted())
})
