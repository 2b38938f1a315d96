import { expect, test } from 'vitest'
import { analyze } from '../analyze.ts'
import { treeOf } from '../tree.ts'

const text = `services:
  web: { image: "nginx:1.29", ports: ["80:80"] }
  jobs: { image: "busybox:1.37", profiles: [jobs, all-in-one] }
  shell: { image: "busybox:1.37", profiles: [debug] }
`
const read = (composeProfiles: string[]) => analyze(treeOf({ 'compose.yaml': text }), { composeProfiles })
const namesOf = async (profiles: string[]) => (await read(profiles)).services.map(({ name }) => name)

test('deploys services with a profile only if the project enables one of theirs', async () => {
  expect(await namesOf([])).toEqual(['web'])
  expect(await namesOf(['jobs'])).toEqual(['web', 'jobs'])
  expect(await namesOf(['all-in-one', 'debug'])).toEqual(['web', 'jobs', 'shell'])
  expect(await namesOf(['*'])).toEqual(['web', 'jobs', 'shell'])
  expect(await namesOf(['other'])).toEqual(['web'])
})

test('lists the profiles, and names them in the warning', async () => {
  const { composeProfiles, warnings } = await read(['debug'])
  expect(composeProfiles).toEqual([
    { name: 'all-in-one', services: ['jobs'], isEnabled: false },
    { name: 'debug', services: ['shell'], isEnabled: true },
    { name: 'jobs', services: ['jobs'], isEnabled: false },
  ])
  const left = warnings.filter(({ code }) => code === 'compose_service_left_out')
  expect(left).toMatchObject([{ line: 3, hint: expect.stringContaining('jobs or all-in-one') }])
})
