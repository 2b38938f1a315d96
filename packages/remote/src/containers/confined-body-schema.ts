/** The only way in which a confined container can run: it executes what no one has checked, and gets no options. */
import { z } from 'zod'
import { emptyFolder } from './container-body.ts'
import { hasItsNetwork, hasNoSwap, sharedBody, sharedHost } from './shared-body-schema.ts'

const HostConfig = z
  .strictObject({
    ...sharedHost,
    Init: z.literal(false),
    ReadonlyRootfs: z.literal(true),
    IpcMode: z.literal('none'),
    Tmpfs: z.record(z.string().regex(/^\/var\/lib\/[a-z/]{1,40}$/), z.literal(emptyFolder)).optional(),
    Ulimits: z.tuple([z.strictObject({ Name: z.literal('nproc'), Soft: z.literal(1), Hard: z.literal(1) })]),
  })
  .refine(hasNoSwap)

export const ConfinedBody = z
  .strictObject({
    ...sharedBody,
    Entrypoint: z.tuple([z.literal('/bin/sh'), z.literal('-c')]).optional(),
    User: z.string().regex(/^([1-9]\d{5,9}):\1$/),
    HostConfig,
  })
  .refine(({ Entrypoint, Cmd }) => Entrypoint === undefined || Cmd?.length === 1)
  .refine(hasItsNetwork)
