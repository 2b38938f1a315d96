/**
 * One process of a key rotation, which is meant to be killed. Reads settings from stdin and prints one line of JSON per
 * batch.
 */
import { createDatabase } from '../../apps/server/src/testing/internals/database.ts'
import {
  createSealer,
  createUnsealer,
  rotateSealedColumns,
  Secret,
} from '../../apps/server/src/testing/internals/secrets.ts'
import { suiteSecrets } from '../../apps/server/src/testing/secret-sinks.ts'

const chunks: Buffer[] = []
for await (const chunk of process.stdin) chunks.push(chunk)
const settings: { url: string; identities: string[] } = JSON.parse(Buffer.concat(chunks).toString())

await using database = createDatabase({ url: settings.url, poolSize: 2, applicationName: 'longshore-rotate' })
const unsealer = await createUnsealer(settings.identities.map((identity) => new Secret(identity)))
const result = await rotateSealedColumns({
  database,
  unsealer,
  sealer: createSealer(unsealer.keys[0].recipient),
  columns: [suiteSecrets],
  batchSize: 50,
  onProgress: ({ rotated }) => console.log(JSON.stringify({ rotated })),
})
console.log(JSON.stringify({ done: result }))
