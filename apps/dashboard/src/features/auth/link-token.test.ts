import { describe, expect, it } from 'vitest'
import { tokenOf } from './link-token.ts'

describe('link token', () => {
  it('is the fragment of the link in the email', () => {
    expect(tokenOf('#token=abc_DEF-0123456789')).toBe('abc_DEF-0123456789')
    expect(tokenOf('#a=b&token=abcdefghijklmnop')).toBe('abcdefghijklmnop')
  })
  it('is null when the link was truncated or has another fragment', () => {
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
