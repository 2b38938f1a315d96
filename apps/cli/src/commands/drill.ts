/** Runs a recovery drill and waits for its result. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Client, Drill } from '@longshore/sdk'
import { listDrills, startDrill } from '@longshore/sdk/operations'
import { environmentOption } from '../arguments/options.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findEnvironment } from '../connection/find-environment.ts'
import { findServer } from '../connection/find-server.ts'
import { exitCodes } from '../exit-codes.ts'
import { formatDuration, formatStatus } from '../terminal/format.ts'

const pauseMs = 2_000

export const drill = defineCommand({
  path: 'drill',
  summary: 'Rehearse the recovery of an environment from its backups.',
  details:
    'Rebuilds the live version in an isolated network, checks it, measures the time, and removes it. Exits with 1 if the drill fails.',
  options: {
    ...environmentOption,
    on: { type: 'string', value: 'SERVER', summary: 'Server to rebuild on (default: the one in the settings).' },
    'no-wait': { type: 'boolean', summary: "Don't wait until it's finished." },
  },
  examples: ['longshore drill --env shop/production --on ber-1'],
  async run(context, input) {
    const connection = await connect(context)
    const { client } = connection
    const { id } = await findEnvironment(context, connection, input.text('env'))
    const on = input.text('on')
    const body = on === undefined ? {} : { serverId: (await findServer(client, on)).id }
    const begun = await client.call(startDrill, { id, body })
    const ended = input.flag('no-wait') ? begun : await waitFor(client, id, begun)
    context.output.show(ended, () => [
      [`${ended.id}  `, formatStatus(ended.status), ...figuresOf(ended)],
      ...(ended.error === null ? [] : [`  ${ended.error.detail}`, `  ${ended.error.hint}`]),
    ])
    return ended.status === 'failed' || ended.status === 'cancelled' ? exitCodes.failed : exitCodes.ok
  },
})

function figuresOf({ recoverySeconds, dataAgeSeconds }: Drill): string[] {
  return [
    ...(recoverySeconds === null ? [] : [`  back in ${formatDuration(recoverySeconds * 1_000)}`]),
    ...(dataAgeSeconds === null ? [] : [`  data ${formatDuration(dataAgeSeconds * 1_000)} old`]),
  ]
}

async function waitFor(client: Client, id: string, begun: Drill): Promise<Drill> {
  for (let drilled = begun; ; await delay(pauseMs)) {
    if (drilled.finishedAt !== null) return drilled
    const { items } = await client.call(listDrills, { id, limit: 20 })
    drilled = items.find((each) => each.id === begun.id) ?? drilled
  }
}
