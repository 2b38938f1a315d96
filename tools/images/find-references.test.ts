import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../source-files.ts'
import { findDockerfileImages, readImageArguments } from './find-references.ts'

const dockerfile = `ARG NODE_IMAGE=node:1.2.3
ARG TARGET_NODE_IMAGE=\${NODE_IMAGE}
ARG COMPILED=yes
FROM --platform=$BUILDPLATFORM \${NODE_IMAGE} AS packages
FROM \${TARGET_NODE_IMAGE} AS node
FROM scratch AS app
COPY --from=packages /a /a
FROM app AS compiled-yes
FROM compiled-\${COMPILED}
`

test('a default can name an earlier argument', () => {
  expect(readImageArguments(dockerfile).get('TARGET_NODE_IMAGE')).toBe('node:1.2.3')
})

test('only images count, not stages, also when an argument chooses the stage', () => {
  expect(new Set(findDockerfileImages(dockerfile))).toEqual(new Set(['node:1.2.3']))
})

test('the update bot sees the base images of the Dockerfile', async () => {
  const read = async (path: string) => new Set(findDockerfileImages(await readFile(join(root, path), 'utf8')))
  expect(await read('.github/base-images/Dockerfile')).toEqual(await read('Dockerfile'))
})
