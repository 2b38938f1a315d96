import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { compareContent } from './compare-content.policy.ts'
import { DumpContent, type RowHash } from './manifest.schemas.ts'
import { scanDump } from './scan/scan-dump.policy.ts'

const dump = `--
-- Data for Name: items; Type: TABLE DATA; Schema: public; Owner: app
--

COPY public.items (id) FROM stdin;
1
2
\\.
`

async function contentOf(rowHash?: RowHash) {
  async function* stream() {
    yield Buffer.from(dump)
  }
  const scan = scanDump('postgres', stream(), rowHash)
  for await (const _ of scan.through);
  return scan.content()
}

it('an older manifest is compared by its only hash', async () => {
  const sha256 = createHash('sha256').update('1\n2\n').digest('hex')
  const older = DumpContent.parse({ objects: [], tables: [{ name: 'public.items', rows: 2, sha256 }], entries: null })
  expect(older).toMatchObject({ rowHash: 'sha256', tables: [{ digest: sha256 }] })
  expect(compareContent(older, await contentOf(older.rowHash))).toEqual([])
  const other = { ...older, tables: older.tables.map((table) => ({ ...table, digest: '0'.repeat(64) })) }
  expect(compareContent(other, await contentOf(older.rowHash))).toEqual(['Rows of public.items differ.'])
})

it('a new manifest names its hash and is read back as written', async () => {
  const content = await contentOf()
  expect(content.rowHash).toBe('sha512-256')
  expect(DumpContent.parse(JSON.parse(JSON.stringify(content)))).toEqual(content)
})
