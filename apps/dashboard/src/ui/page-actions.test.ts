import { expect, test } from 'vitest'
import { offerPageActions, pageActions } from './page-actions.ts'

const action = (label: string) => ({ label, onSelect: () => undefined })
const labels = () => pageActions().map(({ label }) => label)

test('lists the actions of all parts of a page once, until they are withdrawn', () => {
  const withdraw = offerPageActions(() => [action('Deploy')])
  const withdrawMenu = offerPageActions(() => [action('Restart'), action('Deploy')])
  expect(labels()).toEqual(['Deploy', 'Restart'])
  withdraw()
  expect(labels()).toEqual(['Restart', 'Deploy'])
  withdrawMenu()
  expect(labels()).toEqual([])
})
