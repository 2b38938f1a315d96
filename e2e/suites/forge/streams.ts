/** The stream of an analysis: readers that reconnect or connect late miss nothing and see nothing twice. */
import {
  createProject,
  follow,
  mustAsk,
  namesOf,
  newMember,
  nodeApp,
  readToEnd,
  type TestEnv,
  waitForEnd,
} from './test-env.ts'

export async function proveStreams(testEnv: TestEnv): Promise<void> {
  const { report, gitea, ada } = testEnv
  await gitea.createRepository(ada, { name: 'streamed', files: nodeApp })
  const member = await newMember(testEnv)
  const project = await createProject(member, 'ada/streamed')
  const { id } = project
  const [whole, ...others] = await Promise.all([1, 2, 3].map(async () => await readToEnd(await follow(member, id))))
  report.expect(
    others.every((seen) => JSON.stringify(seen) === JSON.stringify(whole)),
    'three readers of one stream see different things',
  )
  const count = whole?.length ?? 0
  for (let after = 0; after < count; after += 1) {
    const rest = await readToEnd(await follow(member, id, String(after)))
    report.expect(
      JSON.stringify(rest.map((each) => each.id)) === JSON.stringify(whole?.slice(after).map((each) => each.id)),
      `resumed after ${after}: ${rest.map((each) => each.id).join()}`,
    )
  }
  const late = await readToEnd(await follow(member, id, String(count)))
  report.expect(namesOf(late) === 'completed end', `a reader that has seen everything gets: ${namesOf(late)}`)
  await mustAsk(member, 'POST', `/projects/${id}/retry-analysis`, {})
  // A reader that was disconnected during the first analysis reconnects during the second.
  const second = await readToEnd(await follow(member, id, '2'))
  report.expect(namesOf(second).endsWith('completed end'), `the second analysis: ${namesOf(second)}`)
  report.expect(second[0]?.id === count + 1, `the second analysis begins with ${second[0]?.id}, not ${count + 1}`)
  report.expect(
    second.every((each, index) => each.id === count + 1 + index),
    `ids of the second analysis: ${second.map((each) => each.id).join()}`,
  )
  report.expect(second[0]?.data.id !== whole?.[0]?.data.id, 'the stream still shows the first analysis')
  await waitForEnd(member, id)
}
