/**
 * Parts of a server that a container gets only if an operator allows them there. The lists are closed: nothing in them
 * gives more than its name says, except the Docker socket.
 */
import { z } from 'zod'

export const dockerSocket = '/var/run/docker.sock'

/** Capabilities that act inside the container. */
export const capabilityNames = [
  'AUDIT_WRITE', 'FSETID', 'IPC_LOCK', 'NET_ADMIN', 'NET_RAW', 'SETFCAP', 'SETPCAP', 'SYS_CHROOT', 'SYS_NICE', 'SYS_PTRACE',
] as const // biome-ignore format: one list
export const serverCapability = z
  .enum(capabilityNames)
  .describe(
    '`AUDIT_WRITE`: write to the kernel’s audit log. `FSETID`: keep set-user-ID bits of files that change. `IPC_LOCK`: lock memory against swapping. `NET_ADMIN`: configure interfaces, routes, and firewall rules of the container. `NET_RAW`: open raw sockets, as `ping` does. `SETFCAP`: give capabilities to files. `SETPCAP`: change the capabilities of its own processes. `SYS_CHROOT`: change the root folder of a process. `SYS_NICE`: raise the priority of processes. `SYS_PTRACE`: trace and debug other processes of the container.',
  )

/** Graphics, tunnels, and serial ports; never a disk or memory. */
export const serverDevice = z
  .string()
  .regex(
    /^\/dev\/(?:dri|net\/tun|tty(?:USB|ACM)\d{1,2}|serial\/by-id\/(?!\.{1,2}$)[\w.:-]{1,200})$/,
    'must be /dev/dri, /dev/net/tun, or a serial port such as /dev/ttyUSB0',
  )

/** Below a folder for data. All others belong to the system, to Docker, or to Longshore. */
export const serverPath = z
  .string()
  .max(500)
  .regex(
    /^\/(?:srv|mnt|media|data|storage|opt)\/(?!(?:containerd|longshore|cni)(?:\/|$))[^:,\p{Cc}]+$/u,
    'must be below /srv, /mnt, /media, /data, /storage, or /opt',
  )
  .refine((path) => !/\/\/|\/$|\/\.{1,2}(?:\/|$)/.test(path), 'must be a plain path without `..`')
