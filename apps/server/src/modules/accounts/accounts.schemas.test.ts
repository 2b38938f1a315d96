import { expect, test } from 'vitest'
import { EmailAddress, ShortText } from '../../platform/http/text-fields.schemas.ts'
import { LoginBody, VerifyOtpBody } from './accounts.schemas.ts'

test.each([
  'ada@example.com', 'Ada.Lovelace@Example.COM', 'a@b.co', 'first+tag@sub.example.org', "o'brien@example.ie", 'x_y-z@a-b.example', `${'a'.repeat(64)}@example.com`, '!#$%&*+/=?^_`{|}~@example.com',
])('accepts %s', (address) => {
  expect(EmailAddress.safeParse(address).success).toBe(true)
}) // biome-ignore format: a list

test.each([
  'a@b', 'a', '@example.com', 'a@', 'a b@example.com', 'a@example.com,b@example.com', 'a@example.com;b@example.com', 'a@example.com\r\nBcc: b@example.com', 'a@example.com\n', '\na@example.com', ' a@example.com', 'a@example.com ',
  '<a@example.com>', '"a"@example.com', 'Ada <a@example.com>', 'a@example..com', 'a..b@example.com', '.a@example.com', 'a.@example.com', 'a@-example.com', 'a@example-.com', 'a@example.com.', 'a@[127.0.0.1]', 'a@127.0.0.1',
  'a@exämple.com', 'ä@example.com', 'a@example.com\u0000', 'a(comment)@example.com', `${'a'.repeat(65)}@example.com`, `a@${'b'.repeat(64)}.com`, `a@${'b.'.repeat(130)}com`, 'group:a@example.com;', 'a@@example.com', 'a@ex ample.com',
])('rejects %j', (address) => {
  expect(EmailAddress.safeParse(address).success).toBe(false)
}) // biome-ignore format: a list

test.each([['a@example.com', 'b@example.com'], { address: 'a@example.com' }, 1, null, true])(
  'rejects an address that is %j',
  (address) => {
    expect(LoginBody.safeParse({ email: address, password: 'x' }).success).toBe(false)
  },
)

test('accepts six digits or a recovery code, and nothing that resembles them', () => {
  const isTaken = (code: unknown) => VerifyOtpBody.safeParse({ email: 'a@example.com', code }).success
  expect(['000000', '012345', 'ab2cd-ef3gh'].every(isTaken)).toBe(true)
  const odd = [
    ' 123456',
    '123456 ',
    '12345',
    '1234567',
    '１２３４５６',
    '١٢٣٤٥٦',
    '12345a',
    123456,
    '123 456',
    '123456\n',
    '',
    null,
    ['123456'],
    'ab2cd-ef3g',
    'AB2CD-EF3GH',
  ]
  expect(odd.filter(isTaken)).toEqual([])
})

test('accepts the email address or the challenge, never both', () => {
  const code = '123456'
  expect(VerifyOtpBody.safeParse({ mfaToken: 'A'.repeat(43), code }).success).toBe(true)
  expect(VerifyOtpBody.safeParse({ mfaToken: 'A'.repeat(43), email: 'a@example.com', code }).success).toBe(false)
})

test('a name has no control characters and no line breaks', () => {
  for (const name of ['a\nb', 'a\r\nBcc: x', 'a\u0000', 'a\u2028b', 'a\u001b[31m', '   ', ''])
    expect(ShortText.safeParse(name).success, JSON.stringify(name)).toBe(false)
  expect(ShortText.parse('  Ada Lovelace 🚀 ')).toBe('Ada Lovelace 🚀')
})
