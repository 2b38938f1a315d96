import { containerContract } from './container-contract.ts'
import type { ContractCase } from './contract-case.ts'
import { proxyContract } from './proxy-contract.ts'

export type { ContractCase, ContractContext } from './contract-case.ts'

export const runtimeContract: readonly ContractCase[] = [...containerContract, ...proxyContract]
