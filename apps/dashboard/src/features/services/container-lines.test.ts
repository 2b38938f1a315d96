import { describe, expect, it } from 'vitest'
import { formatSize, readSize } from './byte-size.ts'
import { formatExtraHosts, readExtraHosts, readMemoryFolders, readSysctls, readUlimits } from './container-lines.ts'

describe('the lines of container settings', () => {
  it('read a memory folder with a size and settings in any order', () => {
    const lines = readMemoryFolders("/tmp 64 MiB\n\n/run mode=1777 1g uid=1000\n  '/my cache' ")
    expect(lines).toEqual({
      entries: [
        { path: '/tmp', sizeBytes: 67_108_864, mode: null, uid: null, gid: null },
        { path: '/run', sizeBytes: 1_073_741_824, mode: '1777', uid: 1_000, gid: null },
        { path: '/my cache', sizeBytes: null, mode: null, uid: null, gid: null },
      ],
      unreadable: [],
    })
  })

  it('read limits with one value or two', () => {
    expect(readUlimits('nofile=1024:2048\nnproc = 100\nmemlock=unlimited').entries).toEqual([
      { name: 'nofile', soft: 1_024, hard: 2_048 },
      { name: 'nproc', soft: 100, hard: 100 },
      { name: 'memlock', soft: -1, hard: -1 },
    ])
  })

  it('read kernel parameters, whose values can have several numbers', () => {
    expect(readSysctls('net.core.somaxconn=1024\nnet.ipv4.ip_local_port_range = 1024 65000').entries).toEqual([
      ['net.core.somaxconn', '1024'],
      ['net.ipv4.ip_local_port_range', '1024 65000'],
    ])
  })

  it('read hosts', () => {
    const { entries } = readExtraHosts('db.example.com=10.1.2.3\nsix 2620:fe::fe')
    expect(entries).toEqual([
      { hostname: 'db.example.com', address: '10.1.2.3' },
      { hostname: 'six', address: '2620:fe::fe' },
    ])
    expect(readExtraHosts(formatExtraHosts(entries)).entries).toEqual(entries)
  })

  it.each([
    [readExtraHosts, 'db', 1],
    [readMemoryFolders, '/ok\ntmp 64 MiB', 2],
    [readMemoryFolders, '/tmp 64 parsecs', 1],
    [readMemoryFolders, '/tmp size=64m', 1],
    [readMemoryFolders, '/tmp uid=root', 1],
    [readMemoryFolders, "/tmp 'open", 1],
    [readUlimits, 'nofile=many', 1],
    [readUlimits, '\nfiles=1024', 2],
    [readSysctls, 'net.core.somaxconn', 1],
    [readSysctls, 'net.core.somaxconn=1\nnet.core.somaxconn=2', 2],
  ])('name the line that %o can’t read in %j', (read, text, line) => {
    expect(read(text).unreadable).toEqual([line])
  })
})

describe('sizes', () => {
  it.each([
    ['64 MiB', 67_108_864],
    ['64m', 67_108_864],
    ['64MB', 64_000_000],
    ['1.5 GiB', 1_610_612_736],
    ['4096', 4_096],
    ['4096 b', 4_096],
    ['64 iB', null],
    ['MiB', null],
    ['-1', null],
  ])('reads %s', (text, bytes) => {
    expect(readSize(text)).toBe(bytes)
  })

  it.each([1, 999, 1_024, 100_000, 100_001, 67_108_864, 64_000_000, 1_099_511_627_776])('shows %i exactly', (bytes) => {
    expect(readSize(formatSize(bytes))).toBe(bytes)
  })
})
