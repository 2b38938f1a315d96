export { defaultExampleImage } from '../../modules/projects/example-app.policy.ts'
