import { expect, test } from 'vitest'
import { readGreeting } from './greeting.ts'

test.each([
  ['SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u10\r\n', { kind: 'ssh', software: 'OpenSSH_9.2p1 Debian-2+deb12u10' }],
  ['SSH-1.99-OpenSSH_3.0\n', { kind: 'ssh', software: 'OpenSSH_3.0' }],
  ['Authorised use only\r\nSSH-2.0-dropbear\r\n', { kind: 'ssh', software: 'dropbear' }],
  ['SSH-1.5-old\r\n', { kind: 'other' }],
  ['Exceeded MaxStartups\r\n', { kind: 'busy' }],
  ['Not allowed at this time\r\n', { kind: 'busy' }],
  ['HTTP/1.1 400 Bad Request\r\n', { kind: 'other' }],
  ['220 mail.example.com ESMTP\r\n', { kind: 'other' }],
  ['<html>', { kind: 'other' }],
  ['SSH-2.0-Open', undefined],
  ['a line\r\n', undefined],
  ['', undefined],
])('%j', (received, greeting) => {
  expect(readGreeting(received)).toEqual(greeting)
})
