/** Finds problems with the images of a release; pure. */
import { findComposeImages, findDockerfileImages } from './find-references.ts'
import { type LockedImage, referenceOf } from './lock.ts'

export interface ImageFiles {
  dockerfile: string
  compose: string
}

/** Our own image, which the release builds. */
const ownImage = /^longshore-server:/
/** Their releases have two numbers; all others have three. */
const twoNumbers = new Set(['postgres'])
const digestForm = /^sha256:[0-9a-f]{64}$/

export function inspectImages({ dockerfile, compose }: ImageFiles, lock: readonly LockedImage[]): string[] {
  const used = [
    ...findDockerfileImages(dockerfile).map((image) => ({ file: 'Dockerfile', image })),
    ...findComposeImages(compose).map((image) => ({ file: 'compose.yaml', image })),
  ].filter(({ image }) => !ownImage.test(image))
  const known = new Set(lock.map((each) => referenceOf({ ...each, digest: null })))
  const named = new Set(used.map(({ image }) => image))
  return [
    ...used.filter(({ image }) => !known.has(image)).map(({ file, image }) => `${file}: ${image} is not in the lock`),
    ...[...known].filter((image) => !named.has(image)).map((image) => `the lock has ${image}, which nothing uses`),
    ...lock.filter(isLoose).map(({ name, tag }) => `the lock has ${name}:${tag}, which is not an exact version`),
    ...lock.filter(isMalformed).map(({ name, digest }) => `the lock has ${digest} for ${name}, which is not a digest`),
  ]
}

/** Additional requirements of a release. */
export function findMissingDigests(lock: readonly LockedImage[]): string[] {
  return lock.filter(({ digest }) => digest === null).map(({ name, tag }) => `${name}:${tag} has no digest`)
}

function isLoose({ name, tag }: LockedImage): boolean {
  const exact = twoNumbers.has(name) ? /^\d+\.\d+(?:-[a-z0-9.-]+)?$/ : /^v?\d+\.\d+\.\d+(?:-[a-z0-9.-]+)?$/
  return !exact.test(tag)
}

function isMalformed({ digest }: LockedImage): boolean {
  return digest !== null && !digestForm.test(digest)
}
