import { expect, it } from 'vitest'
import { formatVolume, isOwnVolume, readVolumes } from './volume-lines.ts'

it('reads own volumes, and those of other services', () => {
  const volumes = [
    { name: 'uploads', path: '/data' },
    { name: 'cache', path: '/cache', service: 'api' },
  ]
  expect(readVolumes(' uploads : /data \n\napi/cache:/cache')).toEqual(volumes)
  expect(readVolumes(volumes.map(formatVolume).join('\n'))).toEqual(volumes)
  expect(volumes.map(isOwnVolume)).toEqual([true, false])
})

it('leaves a name out that it can’t read, so that the schema names the line', () => {
  expect(readVolumes('/data')).toEqual([{ name: '', path: '/data' }])
  expect(readVolumes('/srv/data:/data')).toEqual([{ name: '/srv/data', path: '/data' }])
})
