import { expect, test } from 'vitest'
import { newId } from '../../platform/ids/type-id.ts'
import { environmentImageNames, surplusImageNames, tagOf } from './image-names.policy.ts'
import type { FrozenImage } from './release.schemas.ts'
import { imageTag } from './server-names.policy.ts'

const environment = newId('env')
const facts = { architecture: 'amd64', sizeBytes: 1 }
const idOf = (letter: string) => `sha256:${letter.repeat(64)}`
const built = (hash: string, of = environment): FrozenImage => ({
  ...facts,
  id: idOf(hash),
  reference: imageTag(of, hash),
  digest: null,
  contentHash: hash,
  isPulled: false,
})
const pulled = (letter: string, isPulled = true): FrozenImage => ({
  ...facts,
  id: idOf(letter),
  reference: 'registry.example/app:latest',
  digest: `registry.example/app@${idOf(letter)}`,
  contentHash: null,
  isPulled,
})

test('a built image has its tag, and one built for another environment has the name that we gave it', () => {
  expect(environmentImageNames(environment, built('a'))).toEqual([{ name: imageTag(environment, 'a') }])
  const foreign = built('a', newId('env'))
  expect(environmentImageNames(environment, foreign)).toEqual([{ name: tagOf(environment, foreign) }])
})

test('a pulled image has our tag, its digest, and the requested name while that still refers to it', () => {
  const names = environmentImageNames(environment, pulled('b'))
  expect(names).toEqual([
    { name: tagOf(environment, pulled('b')) },
    { name: `registry.example/app@${idOf('b')}` },
    { name: 'registry.example/app:latest', onlyFor: idOf('b') },
  ])
})

test('only our own name is removed from an image that was there before', () =>
  expect(environmentImageNames(environment, pulled('b', false))).toEqual([
    { name: tagOf(environment, pulled('b', false)) },
  ]))

test('the two kinds of tags differ', () =>
  expect(tagOf(environment, pulled('b'))).not.toBe(tagOf(environment, pulled('b', false))))

test('names that a retained release needs stay, and no name is listed twice', () => {
  const gone = [built('a'), pulled('b'), pulled('c'), pulled('c')].map((image) => ({ image }))
  const kept = [{ image: built('a') }, { image: pulled('b') }, { image: null }]
  expect(surplusImageNames(environment, gone, kept)).toEqual(environmentImageNames(environment, pulled('c')))
})
