import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brandId } from './brand.ts'
import { decodeId, encodeId, newId } from './type-id.ts'

describe('TypeIDs', () => {
  it('round-trip to the uuid they were created from', () => {
    fc.assert(
      fc.property(fc.uuid(), (uuid) => {
        const id = brandId<'usr'>(uuid)
        expect(decodeId('usr', encodeId('usr', id))).toBe(uuid)
      }),
      { numRuns: 1_000 },
    )
  })

  it('match the published examples', () => {
    expect(encodeId('usr', brandId('00000000-0000-0000-0000-000000000000'))).toBe('usr_00000000000000000000000000')
    expect(encodeId('usr', brandId('ffffffff-ffff-ffff-ffff-ffffffffffff'))).toBe('usr_7zzzzzzzzzzzzzzzzzzzzzzzzz')
    expect(encodeId('usr', brandId('01890a5d-ac96-774b-bcce-b302099a8057'))).toBe('usr_01h455vb4pex5vsknk084sn02q')
  })

  it('sort like their uuids, and so by creation time in milliseconds', () => {
    const uuids = Array.from({ length: 500 }, () => newId('evt'))
    const byText = uuids.map((id) => encodeId('evt', id)).sort()
    expect(byText).toEqual([...uuids].sort().map((id) => encodeId('evt', id)))
  })

  it.each([
    'usr_8zzzzzzzzzzzzzzzzzzzzzzzzz',
    'org_00000000000000000000000000',
    'usr_0000000000000000000000000',
    'usr_000000000000000000000000000',
    'usr_0000000000000000000000000I',
    'usr_0000000000000000000000000O',
    'USR_00000000000000000000000000',
    '',
    'usr_',
    '__proto__',
  ])('rejects %s', (text) => {
    expect(decodeId('usr', text)).toBeUndefined()
  })
})
