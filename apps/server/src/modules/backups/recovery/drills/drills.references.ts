/** Workflow reference; importable from the API process. */
import { declareWorkflow } from '../../../../platform/durable/workflow-ref.ts'
import { deployEnvironment } from '../../../deployments/index.ts'

/** One run per stand-in, with the input of a deployment. The run has the ID of the drill. */
export const runDrill = declareWorkflow({ kind: 'drill', object: 'drill', input: deployEnvironment.input })
