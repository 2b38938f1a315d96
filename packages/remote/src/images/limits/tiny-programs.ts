/**
 * Two programs of a few instructions each, as complete ELF files. An idle container holds the control group in which
 * builds run; a memory-hungry one shows whether the limit of that group is enforced. A server might not reach a
 * registry, so no other image is guaranteed to exist, and such an idle process uses one page of memory.
 */

interface Machine {
  readonly code: number
  readonly hold: string
  readonly eat: string
}

const machines: Readonly<Record<string, Machine>> = {
  amd64: {
    code: 62,
    // eax = pause; syscall; repeat
    hold: 'b822000000 0f05 ebf7',
    // ebx = 32; eax = mmap(0, 4 MiB, read|write, private|anonymous|populate, -1, 0); until ebx is 0; exit(0)
    eat: `bb20000000 b809000000 31ff be00004000 ba03000000 41ba22800000 49c7c0ffffffff 4531c9 0f05 ffcb 75d9
          b83c000000 31ff 0f05`,
  },
  arm64: {
    code: 183,
    // x0..x3 = 0; x8 = ppoll; svc; repeat
    hold: '000080d2 010080d2 020080d2 030080d2 280980d2 010000d4 faffff17',
    // w19 = 32; mmap as above with x8 = 222; until w19 is 0; exit(0) with x8 = 93
    eat: `13048052 000080d2 0108a0d2 620080d2 430490d2 04008092 050080d2 c81b80d2 010000d4 73060071 e1feff54
          000080d2 a80b80d2 010000d4`,
  },
}

const base = 0x400000n
const headerBytes = 64 + 56

export function tinyPrograms(architecture: string): { hold: Buffer; eat: Buffer } | undefined {
  const machine = machines[architecture]
  if (machine === undefined) return undefined
  const { code, hold, eat } = machine
  return { hold: toElf(code, hold), eat: toElf(code, eat) }
}

function toElf(machine: number, hex: string): Buffer {
  const code = Buffer.from(hex.replaceAll(/\s+/g, ''), 'hex')
  const size = BigInt(headerBytes + code.length)
  const file = Buffer.alloc(headerBytes)
  file.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1])
  file.writeUInt16LE(2, 16)
  file.writeUInt16LE(machine, 18)
  file.writeUInt32LE(1, 20)
  file.writeBigUInt64LE(base + BigInt(headerBytes), 24)
  file.writeBigUInt64LE(64n, 32)
  for (const [at, value] of [
    [52, 64],
    [54, 56],
    [56, 1],
    [58, 64],
  ] as const)
    file.writeUInt16LE(value, at)
  // The only segment: the whole file, readable and executable.
  file.writeUInt32LE(1, 64)
  file.writeUInt32LE(5, 68)
  file.writeBigUInt64LE(base, 80)
  file.writeBigUInt64LE(base, 88)
  file.writeBigUInt64LE(size, 96)
  file.writeBigUInt64LE(size, 104)
  file.writeBigUInt64LE(0x1000n, 112)
  return Buffer.concat([file, code])
}
