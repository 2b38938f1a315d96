import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pinImages } from './pinned-images.ts'

const root = join(import.meta.dirname, '../../../..')
const compose = readFileSync(join(root, 'compose.yaml'), 'utf8')
const { images } = JSON.parse(readFileSync(join(root, 'deploy/images.lock.json'), 'utf8'))
const digest = `sha256:${'0a'.repeat(32)}`
const lockWith = (value: string | null) => ({ images: images.map((image: object) => ({ ...image, digest: value })) })
const foreign = (text: string) =>
  [...text.matchAll(/^ +image: (.+)$/gm)].map(([, image = '']) => image).filter((image) => !image.startsWith('${'))

test('a resolved lock pins every image of compose.yaml but our own, and changes nothing else', () => {
  const pinned = pinImages(compose, lockWith(digest))
  expect(foreign(compose).length).toBeGreaterThan(1)
  expect(foreign(pinned)).toEqual(foreign(compose).map((image) => `${image}@${digest}`))
  expect(pinned.replaceAll(`@${digest}`, '')).toBe(compose)
})

test('keeps the tags without digests', () => {
  expect(pinImages(compose, lockWith(null))).toBe(compose)
})

test.each(['sha256:abc', `sha512:${'0a'.repeat(32)}`, `${digest}\n    privileged: true`])(
  'refuses the digest %j',
  (value) => {
    expect(() => pinImages(compose, lockWith(value))).toThrow()
  },
)
