import { describe, expect, it } from 'vitest'
import { findImageTech, findRepositoryTech, findTech } from './find-tech.ts'

describe('findTech', () => {
  it.each([
    ['next', 'Next.js'],
    ['Postgres', 'PostgreSQL'],
    ['net/http', 'Go'],
    ['rails', 'Ruby on Rails'],
    ['ubuntu', 'Ubuntu'],
  ])('%s: %s', (name, title) => expect(findTech(name)?.title).toBe(title))

  it.each([null, undefined, '', 'fortran', 'constructor'])('%s has no icon', (name) =>
    expect(findTech(name)).toBeUndefined(),
  )
})

describe('findImageTech', () => {
  it.each([
    ['metabase/metabase:v0.56.4', 'Metabase'],
    ['ghcr.io/umami-software/umami:2', 'Umami'],
    ['postgres:17@sha256:0123', 'PostgreSQL'],
    ['grafana/loki:3', 'Grafana'],
  ])('%s: %s', (image, title) => expect(findImageTech(image)?.title).toBe(title))

  it('knows nothing about private images', () => expect(findImageTech('ghcr.io/owner/app:1.4.2')).toBeUndefined())
})

describe('findRepositoryTech', () => {
  it.each([
    ['https://github.com/harborcoffee/shop', 'GitHub'],
    ['https://gitlab.example.com/a/b', 'GitLab'],
    ['https://bitbucket.org/a/b', 'Bitbucket'],
  ])('%s: %s', (url, title) => expect(findRepositoryTech(url)?.title).toBe(title))

  it.each(['https://git.example.com/a/b', 'no url'])('%s has no icon', (url) =>
    expect(findRepositoryTech(url)).toBeUndefined(),
  )
})
