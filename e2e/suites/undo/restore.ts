/** Restores everything in the trash, newest first, again until nothing changes. */
import type { RestoredTrash } from '@longshore/sdk'
import { call } from '../../support/client.ts'
import { becomesTrue } from '../../support/eventually.ts'
import { listTrash } from '../../support/trash.ts'
import { waitUntilQuiet } from './quiet.ts'
import type { Scene } from './scene.ts'
import { differences, type Snapshot, takeSnapshot } from './snapshot.ts'

const equalWithinMs = 180_000
const shown = 12

export async function restoreAll(scene: Scene): Promise<void> {
  const { testEnv, token, tally } = scene
  const problems = new Map<string, string>()
  // Values of variables that a restore replaces become items of the system, which would undo the restore.
  const list = async () => (await listTrash(testEnv)).filter(({ deletedBy }) => deletedBy.kind !== 'system')
  for (let changed = -1; changed !== 0; ) {
    changed = 0
    for (const { id, kind, name } of await list()) {
      const answer = await call<RestoredTrash>(testEnv.instance, 'POST', `/api/v1/trash/${id}/restore`, { token })
      if (answer.status === 200) {
        changed += 1
        problems.delete(id)
        const left = Object.keys(answer.body.leftOut)
        testEnv.report.expect(left.length === 0, `${kind} ${name} comes back without ${left.join(', ')}`)
      } else problems.set(id, `${kind} ${name}: ${answer.status} ${answer.text.slice(0, 300)}`)
    }
    tally.restored += changed
    await waitUntilQuiet(scene)
  }
  const left = await list()
  testEnv.report.expect(left.length === 0, `not restored: ${[...problems.values()].slice(0, shown).join('; ')}`)
}

export interface Equal {
  rows: boolean
  files: boolean
  responses: boolean
}

/** Containers need a moment to start, and checks of DNS and servers run meanwhile. */
export async function compareWithBefore(scene: Scene, before: Snapshot, what: string): Promise<Equal> {
  let found = { rows: ['not compared'], files: ['not compared'], responses: ['not compared'] }
  await becomesTrue(
    async () => {
      const after = await takeSnapshot(scene)
      found = {
        rows: differences(before.rows, after.rows),
        files: differences(before.files, after.files),
        responses: differences(before.responses, after.responses),
      }
      return Object.values(found).every(({ length }) => length === 0)
    },
    { withinMs: equalWithinMs, everyMs: 2_000 },
  )
  for (const [kind, list] of Object.entries(found))
    scene.testEnv.report.expect(
      list.length === 0,
      `${what}, ${kind}: ${list.length}\n    ${list.slice(0, shown).join('\n    ')}`,
    )
  return { rows: found.rows.length === 0, files: found.files.length === 0, responses: found.responses.length === 0 }
}
