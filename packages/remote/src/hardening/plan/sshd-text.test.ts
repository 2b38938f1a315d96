import { describe, expect, it } from 'vitest'
import { needsInclude } from './sshd-text.ts'

const keywords = ['x11forwarding']
const include = 'Include /etc/ssh/sshd_config.d/*.conf\n'
const other = (name: string, text: string) => ({ path: `/etc/ssh/sshd_config.d/${name}`, text })

describe('an Include at the top', () => {
  it.each([
    ['is needed when there is none', 'UsePAM yes\n', [], true],
    ['is not needed when the usual one comes first', include, [], false],
    [
      'is not needed when it stands there',
      'Include /etc/ssh/sshd_config.d/00-longshore.conf\nX11Forwarding yes\n',
      [],
      false,
    ],
    ['is needed when a value stands above the usual one', `X11Forwarding yes\n${include}`, [], true],
    ['is not needed for values that we do not set', `UsePAM yes\n${include}`, [], false],
    ['is needed when the usual one is in a Match block', `Match User a\n${include}`, [], true],
    ['is needed when a drop-in that sorts first sets it', include, [other('00-a.conf', 'X11Forwarding yes\n')], true],
    [
      'is needed when a drop-in that sorts first begins a Match block',
      include,
      [other('00-a.conf', 'Match all\n')],
      true,
    ],
    [
      'is not needed when a drop-in that sorts later sets it',
      include,
      [other('50-a.conf', 'X11Forwarding yes\n')],
      false,
    ],
    ['is needed when the line is a comment', `#${include}`, [], true],
    ['is found in another spelling', 'include\tsshd_config.d/*.conf\n', [], false],
  ])('%s', (_, main, dropIns, expected) => {
    expect(needsInclude(main, { dropIns, keywords })).toBe(expected)
  })
})
