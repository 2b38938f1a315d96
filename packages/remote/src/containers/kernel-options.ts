/**
 * Kernel limits and parameters that a container can ask for. The analyzer has the same lists for its report; they are
 * here too because this is where a request to a server is checked, whatever the settings allowed.
 */
import { z } from 'zod'

const ulimitNames = [
  'core', 'cpu', 'data', 'fsize', 'locks', 'memlock', 'msgqueue', 'nofile', 'nproc', 'rss', 'sigpending', 'stack',
] as const // biome-ignore format: one list

/** Parameters that the kernel keeps for each container; all others would change the server. */
const sysctlNames = [
  'kernel.msgmax', 'kernel.msgmnb', 'kernel.msgmni', 'kernel.sem', 'kernel.shmall', 'kernel.shmmax', 'kernel.shmmni',
  'fs.mqueue.msg_max', 'fs.mqueue.msgsize_max', 'fs.mqueue.queues_max', 'net.core.somaxconn',
  'net.ipv4.ip_local_port_range', 'net.ipv4.ip_unprivileged_port_start', 'net.ipv4.ping_group_range',
  'net.ipv4.tcp_fin_timeout', 'net.ipv4.tcp_keepalive_intvl', 'net.ipv4.tcp_keepalive_probes',
  'net.ipv4.tcp_keepalive_time', 'net.ipv4.tcp_max_syn_backlog', 'net.ipv4.tcp_syncookies', 'net.ipv4.tcp_tw_reuse',
  'net.ipv6.conf.all.disable_ipv6', 'net.ipv6.conf.default.disable_ipv6',
] as const // biome-ignore format: one list

const maxOpenFiles = 1_048_576
const Limit = z.int().min(-1).max(1_073_741_824)

const Ulimit = z
  .strictObject({ Name: z.enum(ulimitNames), Soft: Limit, Hard: Limit })
  .refine(({ Soft, Hard }) => Hard === -1 || (Soft !== -1 && Soft <= Hard))
  // The memory limit counts what these allow.
  .refine(({ Name, Hard }) => Hard !== -1 || Name === 'memlock' || Name === 'core' || Name === 'stack')
  .refine(({ Name, Hard }) => Name !== 'nofile' || Hard <= maxOpenFiles)

export const Ulimits = z
  .array(Ulimit)
  .min(1)
  .max(20)
  .refine((list) => new Set(list.map(({ Name }) => Name)).size === list.length)

export const Sysctls = z.partialRecord(z.enum(sysctlNames), z.string().regex(/^\d{1,20}(?:[ \t]+\d{1,20}){0,3}$/))
