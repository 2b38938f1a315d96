/** Paths in a container at which something can be mounted or written. */
import { z } from 'zod'

/** They belong to the kernel, or are files of the Engine in the container. */
const keptPaths = ['/proc', '/sys', '/dev', '/run/secrets', '/etc/hosts', '/etc/resolv.conf', '/etc/hostname']

export const MountPath = z
  .string()
  .max(500)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  .regex(/^\/[^\u0000-\u001f\u007f:,]+$/)
  .refine((path) =>
    path.split('/').every((part, index) => (part !== '' || index === 0) && part !== '.' && part !== '..'),
  )
  .refine((path) => !keptPaths.some((kept) => path === kept || path.startsWith(`${kept}/`)))
