import { expect, test } from 'vitest'
import { parseAptConfig, parseJail, parseListeners, parseModes, parsePackages, parseUnits } from './parse.ts'

test('reads a jail as fail2ban-client -d prints it', () => {
  const text = `['add', 'sshd', 'systemd']
['set', 'sshd', 'bantime', '1h']
['set', 'sshd', 'addignoreip', '127.0.0.1/8', '::1']
['set', 'nginx', 'bantime', '5']`
  expect(parseJail(text)).toEqual({
    hasJail: true,
    backend: 'systemd',
    banSeconds: 3600,
    ignored: ['127.0.0.1/8', '::1'],
  })
  expect(parseJail('')).toEqual({ hasJail: false, backend: null, banSeconds: null, ignored: [] })
})

test('ignores listeners on loopback', () => {
  const text = `LISTEN 0 128 0.0.0.0:22 0.0.0.0:* users:(("sshd",pid=1,fd=3))
LISTEN 0 128 127.0.0.1:5432 0.0.0.0:* users:(("postgres",pid=2,fd=3))
LISTEN 0 128 [::1]:631 [::]:*
LISTEN 0 128 *:8080 *:* users:(("node",pid=3,fd=3))
LISTEN 0 128 127.0.0.53%lo:53 0.0.0.0:*`
  expect(parseListeners(text)).toEqual([
    { port: 22, program: 'sshd' },
    { port: 8080, program: 'node' },
  ])
})

test('reads units, packages, modes, and apt settings', () => {
  const units = parseUnits(
    'Id=ssh.service\nLoadState=loaded\nActiveState=active\nUnitFileState=enabled\n\nId=x.service\nLoadState=not-found\nActiveState=inactive\nUnitFileState=\n',
  )
  expect(units.get('ssh.service')).toEqual({ isLoaded: true, isEnabled: true, isActive: true })
  expect(units.get('x.service')).toEqual({ isLoaded: false, isEnabled: false, isActive: false })
  expect([...parsePackages('ufw ii \nfail2ban rc \n')]).toEqual(['ufw'])
  expect(
    parseModes('/etc/shadow 640 root shadow regular file\n/x 777 root root symbolic link\n').get('/etc/shadow')?.mode,
  ).toBe(0o640)
  expect(parseModes('/x 777 root root symbolic link\n').size).toBe(0)
  expect(parseAptConfig('A::B "1";\nC:: "x y";\nC:: "z";\n').get('C::')).toEqual(['x y', 'z'])
})
