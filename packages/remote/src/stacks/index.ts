export { ForeignContainer, ForeignImage } from './foreign-schemas.ts'
export { composeNames, createForeignStacks, type ForeignStacks, type RestartPolicy } from './foreign-stacks.ts'
