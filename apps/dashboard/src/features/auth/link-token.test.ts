import { describe, expect, it } from 'vitest'
import { tokenOf } from './link-token.ts'

describe('the token of a link', () => {
  it('is what the mail has behind the hash', () => {
    expect(tokenOf('#token=abc_DEF-0123456789')).toBe('abc_DEF-0123456789')
    expect(tokenOf('#a=b&token=abcdefghijklmnop')).toBe('abcdefghijklmnop')
  })
  it('is missing when the link was cut or holds something else', () => {
    for (const fragment of [
      '',
      '#',
      '#token=',
      '#token=short',
      '#token=<script>alert(1)</script>',
      '#other=abcdefghijklmnop',
    ])
      expect(tokenOf(fragment)).toBeNull()
  })
})
