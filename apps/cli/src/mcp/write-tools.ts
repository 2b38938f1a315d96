/** What assistants may change, when the person who starts the server allows it and the token's scopes do. */
import {
  cancelDeployment,
  createDeployment,
  deleteVariable,
  listDomains,
  rollBackDeployment,
  stopEnvironment,
  triggerBackup,
  verifyDomain,
} from '@longshore/sdk/operations'
import { findDeployment, findPrevious, findRunning } from '../deployments/find-deployment.ts'
import { CliError } from '../exit-codes.ts'
import { environmentProperty, type Tool } from './tool.ts'

export const writeTools: readonly Tool[] = [
  {
    name: 'deploy',
    kind: 'write',
    description:
      'Starts a deployment and returns at once. Watch it with get_deployment until its status is live or failed.',
    properties: { ...environmentProperty, commit: { type: 'string', description: 'Default: the tip of the branch.' } },
    run: async ({ client, environment, text }) =>
      client.call(createDeployment, { id: (await environment()).id, body: { commit: text('commit') } }),
  },
  {
    name: 'cancel_deployment',
    kind: 'write',
    description: 'Cancels the deployment that is under way. What serves goes on serving.',
    properties: environmentProperty,
    async run({ client, environment }) {
      const target = await environment()
      return await client.call(cancelDeployment, { id: target.id, did: (await findRunning(client, target)).id })
    },
  },
  {
    name: 'back_up_now',
    kind: 'write',
    description: 'Backs up every database and volume of an environment.',
    properties: environmentProperty,
    run: async ({ client, environment }) => client.call(triggerBackup, { id: (await environment()).id, body: {} }),
  },
  {
    name: 'verify_domain',
    kind: 'write',
    description: 'Asks DNS now whether a domain is right.',
    properties: { hostname: { type: 'string' } },
    required: ['hostname'],
    async run({ client, text }) {
      for await (const domain of client.items(listDomains))
        if (domain.hostname === text('hostname')) return await client.call(verifyDomain, { id: domain.id })
      throw new CliError('notFound', `There is no domain ${text('hostname')}.`)
    },
  },
  {
    name: 'roll_back',
    kind: 'destroy',
    description: 'Brings an earlier version back to traffic. What migrations did to databases since then stays.',
    properties: {
      ...environmentProperty,
      deployment: { type: 'string', description: 'Its number or id; left out: the one before the live one.' },
    },
    async run({ client, environment, text }) {
      const target = await environment()
      const asked = text('deployment')
      const to = asked === undefined ? await findPrevious(client, target) : await findDeployment(client, target, asked)
      return await client.call(rollBackDeployment, { id: target.id, did: to.id })
    },
  },
  {
    name: 'stop_environment',
    kind: 'destroy',
    description: 'Stops every service of an environment: nobody is served until it is started again.',
    properties: environmentProperty,
    run: async ({ client, environment }) => client.call(stopEnvironment, { id: (await environment()).id }),
  },
  {
    name: 'remove_variable',
    kind: 'destroy',
    description: 'Removes a variable. Its value cannot be brought back; the next deployment runs without it.',
    properties: { ...environmentProperty, key: { type: 'string' }, service: { type: 'string' } },
    required: ['key'],
    async run({ client, environment, text }) {
      await client.call(deleteVariable, {
        id: (await environment()).id,
        key: text('key') ?? '',
        service: text('service'),
      })
      return { removed: text('key') }
    },
  },
]
