/** What assistants may change, when the token's scopes allow it. */
import {
  addVariables,
  cancelDeployment,
  createDeployment,
  deleteVariable,
  redeployDeployment,
  restartEnvironment,
  rollBackDeployment,
  startEnvironment,
  stopEnvironment,
  triggerBackup,
  verifyDomain,
} from '@longshore/sdk/operations'
import { findDomain } from '../connection/find-domain.ts'
import { findDeployment, findPrevious, findRunning } from '../deployments/find-deployment.ts'
import { deploymentProperty, environmentProperty, type Tool } from './tool.ts'
import { toVariables, variablesProperty } from './variables.ts'

const watch = 'Returns at once: watch it with wait_for_deployment.'

export const writeTools: readonly Tool[] = [
  {
    name: 'deploy',
    kind: 'write',
    description: `Deploys an environment with its services and variables as they are now. ${watch}`,
    needs: ['deployments:write'],
    operations: [createDeployment],
    properties: { ...environmentProperty, commit: { type: 'string', description: 'Default: the tip of the branch.' } },
    run: async ({ client, environment, text }) =>
      client.call(createDeployment, { id: (await environment()).id, body: { commit: text('commit') } }),
  },
  {
    name: 'redeploy',
    kind: 'write',
    description: `Deploys the source of an earlier deployment again, with the variables of now. ${watch}`,
    needs: ['deployments:write'],
    operations: [redeployDeployment],
    properties: { ...environmentProperty, ...deploymentProperty },
    required: ['deployment'],
    async run({ client, environment, text }) {
      const target = await environment()
      const { id: did } = await findDeployment(client, target, text('deployment') ?? '')
      return await client.call(redeployDeployment, { id: target.id, did })
    },
  },
  {
    name: 'cancel_deployment',
    kind: 'write',
    description: 'Cancels the deployment that is under way. What serves goes on serving.',
    needs: ['deployments:write'],
    operations: [cancelDeployment],
    properties: environmentProperty,
    async run({ client, environment }) {
      const target = await environment()
      return await client.call(cancelDeployment, { id: target.id, did: (await findRunning(client, target)).id })
    },
  },
  {
    name: 'set_variables',
    kind: 'write',
    description:
      'Adds or replaces variables. They take effect with the next deployment. Values of secrets are never shown again, also not to you.',
    needs: ['variables:write'],
    operations: [addVariables],
    properties: { ...environmentProperty, variables: variablesProperty },
    required: ['variables'],
    run: async ({ client, environment, list }) =>
      client.call(addVariables, {
        id: (await environment()).id,
        body: { variables: toVariables(list('variables')) },
      }),
  },
  {
    name: 'restart_environment',
    kind: 'write',
    description:
      'Starts the containers of the live release anew, one after the other. Returns at once: see get_environment.',
    needs: ['deployments:write'],
    operations: [restartEnvironment],
    properties: environmentProperty,
    run: async ({ client, environment }) => client.call(restartEnvironment, { id: (await environment()).id }),
  },
  {
    name: 'start_environment',
    kind: 'write',
    description: 'Starts an environment that was stopped. Returns at once: see get_environment.',
    needs: ['deployments:write'],
    operations: [startEnvironment],
    properties: environmentProperty,
    run: async ({ client, environment }) => client.call(startEnvironment, { id: (await environment()).id }),
  },
  {
    name: 'back_up_now',
    kind: 'write',
    description: 'Backs up every database and volume of an environment.',
    needs: ['backups:write'],
    operations: [triggerBackup],
    properties: environmentProperty,
    run: async ({ client, environment }) => client.call(triggerBackup, { id: (await environment()).id, body: {} }),
  },
  {
    name: 'verify_domain',
    kind: 'write',
    description: 'Asks DNS now whether a domain is right.',
    needs: ['domains:read', 'domains:write'],
    operations: [verifyDomain],
    properties: { hostname: { type: 'string', description: 'Such as app.example.com.' } },
    required: ['hostname'],
    run: async ({ client, text }) =>
      client.call(verifyDomain, { id: (await findDomain(client, text('hostname') ?? '')).id }),
  },
  {
    name: 'roll_back',
    kind: 'destroy',
    description: 'Brings an earlier version back to traffic. What migrations did to databases since then stays.',
    needs: ['deployments:write'],
    operations: [rollBackDeployment],
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
    needs: ['deployments:write'],
    operations: [stopEnvironment],
    properties: environmentProperty,
    run: async ({ client, environment }) => client.call(stopEnvironment, { id: (await environment()).id }),
  },
  {
    name: 'remove_variable',
    kind: 'destroy',
    description: 'Removes a variable. Its value cannot be brought back; the next deployment runs without it.',
    needs: ['variables:write'],
    operations: [deleteVariable],
    properties: {
      ...environmentProperty,
      key: { type: 'string', description: 'Its name.' },
      service: { type: 'string', description: 'The one that only this service has; left out: the one of all.' },
    },
    required: ['key'],
    async run({ client, environment, text }) {
      const [key = '', service] = [text('key'), text('service')]
      await client.call(deleteVariable, { id: (await environment()).id, key, service })
      return { removed: key }
    },
  },
]
