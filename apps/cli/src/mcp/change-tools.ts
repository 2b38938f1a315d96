/** Tools that change deployments, if the token's scopes and the person allow it. */
import {
  cancelDeployment,
  createDeployment,
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
import { describeEnvironment, describePermissions } from './describe-environment.ts'
import { describeDeployment, quote } from './quote.ts'
import { type ChangeTool, deploymentProperty, environmentProperty } from './tool.ts'

const watch = 'Returns immediately. Follow it with wait_for_deployment.'
const deploymentNeeds = ['deployments:read', 'deployments:write', ...describePermissions] as const

export const changeTools: readonly ChangeTool[] = [
  {
    name: 'deploy',
    kind: 'write',
    description: `Deploys an environment with its current services and variables. ${watch}`,
    needs: deploymentNeeds,
    operations: [createDeployment],
    properties: { ...environmentProperty, commit: { type: 'string', description: 'Default: the tip of the branch.' } },
    async plan(call) {
      const { id, quoted, branch } = await describeEnvironment(call)
      const commit = call.text('commit')
      const tip = branch === null ? '' : `, from the latest commit of branch ${quote(branch)}`
      const source = commit === undefined ? tip : `, from commit ${quote(commit)}`
      return {
        question: `Deploy ${quoted} with its current services and variables${source}.`,
        run: () => call.client.call(createDeployment, { id, body: { commit } }),
      }
    },
  },
  {
    name: 'redeploy',
    kind: 'write',
    description: `Deploys the source of an earlier deployment again, with the current variables. ${watch}`,
    needs: deploymentNeeds,
    operations: [redeployDeployment],
    properties: { ...environmentProperty, ...deploymentProperty },
    required: ['deployment'],
    async plan(call) {
      const target = await describeEnvironment(call)
      const deployment = await findDeployment(call.client, target, call.text('deployment') ?? '')
      return {
        question: `Deploy ${target.quoted} again from the source of ${describeDeployment(deployment)}, with its current variables.`,
        run: () => call.client.call(redeployDeployment, { id: target.id, did: deployment.id }),
      }
    },
  },
  {
    name: 'cancel_deployment',
    kind: 'write',
    description: 'Cancels the running deployment. The live version keeps running.',
    needs: deploymentNeeds,
    operations: [cancelDeployment],
    properties: environmentProperty,
    async plan(call) {
      const target = await describeEnvironment(call)
      const running = await findRunning(call.client, target)
      return {
        question: `Cancel ${describeDeployment(running)} of ${target.quoted}. The live version keeps running.`,
        run: () => call.client.call(cancelDeployment, { id: target.id, did: running.id }),
      }
    },
  },
  {
    name: 'restart_environment',
    kind: 'write',
    description:
      'Restarts the containers of the live version, one after the other. Returns immediately. Check it with get_environment.',
    needs: deploymentNeeds,
    operations: [restartEnvironment],
    properties: environmentProperty,
    async plan(call) {
      const { id, quoted } = await describeEnvironment(call)
      return {
        question: `Restart the containers of ${quoted}, one after the other.`,
        run: () => call.client.call(restartEnvironment, { id }),
      }
    },
  },
  {
    name: 'start_environment',
    kind: 'write',
    description: 'Starts an environment that was stopped. Returns immediately. Check it with get_environment.',
    needs: deploymentNeeds,
    operations: [startEnvironment],
    properties: environmentProperty,
    async plan(call) {
      const { id, quoted } = await describeEnvironment(call)
      return { question: `Start ${quoted}.`, run: () => call.client.call(startEnvironment, { id }) }
    },
  },
  {
    name: 'back_up_now',
    kind: 'write',
    description: 'Backs up every database and volume of an environment.',
    needs: ['backups:write', ...describePermissions],
    operations: [triggerBackup],
    properties: environmentProperty,
    async plan(call) {
      const { id, quoted } = await describeEnvironment(call)
      return {
        question: `Back up every database and volume of ${quoted} now.`,
        run: () => call.client.call(triggerBackup, { id, body: {} }),
      }
    },
  },
  {
    name: 'verify_domain',
    kind: 'write',
    description: 'Checks the DNS records of a domain now.',
    needs: ['domains:read', 'domains:write'],
    operations: [verifyDomain],
    properties: { hostname: { type: 'string', description: 'Hostname, such as app.example.com.' } },
    required: ['hostname'],
    async plan({ client, text }) {
      const { id, hostname } = await findDomain(client, text('hostname') ?? '')
      return {
        question: `Check the DNS records of domain ${quote(hostname)} now.`,
        run: () => client.call(verifyDomain, { id }),
      }
    },
  },
  {
    name: 'roll_back',
    kind: 'destroy',
    description: 'Brings an earlier version back to traffic. Database migrations since then are not undone.',
    needs: deploymentNeeds,
    operations: [rollBackDeployment],
    properties: {
      ...environmentProperty,
      deployment: { type: 'string', description: 'Number or id. Default: the deployment that was live before.' },
    },
    async plan(call) {
      const target = await describeEnvironment(call)
      const asked = call.text('deployment')
      const { client } = call
      const to = asked === undefined ? await findPrevious(client, target) : await findDeployment(client, target, asked)
      return {
        question: `Roll ${target.quoted} back to ${describeDeployment(to)}. The live version stops serving. Database migrations aren't undone.`,
        run: async () => ({
          ...(await client.call(rollBackDeployment, { id: target.id, did: to.id })),
          undo: 'When it is live, call roll_back without a deployment.',
        }),
      }
    },
  },
  {
    name: 'stop_environment',
    kind: 'destroy',
    description: 'Stops every service of an environment: visitors get an error until it is started again.',
    needs: deploymentNeeds,
    operations: [stopEnvironment],
    properties: environmentProperty,
    async plan(call) {
      const { id, quoted } = await describeEnvironment(call)
      return {
        question: `Stop every service of ${quoted}. Visitors get an error until you start it again.`,
        run: async () => ({ ...(await call.client.call(stopEnvironment, { id })), undo: 'Call start_environment.' }),
      }
    },
  },
]
