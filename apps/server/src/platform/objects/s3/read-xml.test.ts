import { expect, test } from 'vitest'
import { elementsOf, readXml, textOf } from './read-xml.ts'

const page = `<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">
  <IsTruncated>false</IsTruncated>
  <Contents><Key>a &amp; b/&#x41;</Key><Size>1</Size><Owner><ID>x</ID></Owner></Contents>
  <Contents><Key><![CDATA[<c>]]></Key><Size>2</Size></Contents>
</ListBucketResult>`

test('reads elements and texts in order', () => {
  const xml = readXml(page)
  expect(textOf(xml, 'IsTruncated')).toBe('false')
  expect(elementsOf(xml, 'Contents').map((each) => [textOf(each, 'Key'), textOf(each, 'Size')])).toEqual([
    ['a & b/A', '1'],
    ['<c>', '2'],
  ])
  expect(textOf(xml, 'NextContinuationToken')).toBeNull()
})

test('skips the blanks that a store sends while it works', () => {
  expect(textOf(readXml(`  \n${page}`), 'IsTruncated')).toBe('false')
})

test.each([
  ['text', 'no'],
  ['nothing', ''],
  ['half of an element', '<Error><Code>NoSuchKey</Co'],
  ['an entity of its own', '<!DOCTYPE e [<!ENTITY a "aa">]><Error><Code>&a;</Code></Error>'],
  ['a million open elements', '<a>'.repeat(1_000_000)],
])('%s has no elements', (_, text) => {
  expect(textOf(readXml(text), 'Code')).toBeNull()
})
