/** Analyzes a compose file for each key of the format, and compares the result with the rule that the docs show. */
import { analyze } from '@longshore/analyzer'
import { treeOf } from '@longshore/analyzer/tree'
import type { KeyRule, KeyRules } from '../../../packages/analyzer/src/compose/key-rules.ts'
import { buildKeys, serviceKeys, topKeys } from '../../../packages/analyzer/src/compose/keys.ts'
import {
  deployKeys,
  fileKeys,
  fileUseKeys,
  healthKeys,
  limitKeys,
  mountedVolumeKeys,
  mountKeys,
  networkKeys,
  reservationKeys,
  resourceKeys,
  topNetworkKeys,
  volumeKeys,
} from '../../../packages/analyzer/src/compose/nested-keys.ts'
import type { Report } from '../../support/report.ts'
import {
  buildSamples,
  deploySamples,
  fileSamples,
  fileUseSamples,
  healthSamples,
  limitSamples,
  mountSamples,
  networkSamples,
  resourceSamples,
  serviceSamples,
  topSamples,
} from './key-samples.ts'

type Json = Record<string, unknown>

interface Table {
  readonly name: string
  readonly rules: KeyRules
  readonly samples: Readonly<Json>
  /** A whole file in which the object has the key. */
  readonly inFile: (object: Json) => Json
}

const minFiles = 150
const image = 'nginx:1.29'
const web = (keys: Json): Json => ({ services: { web: { image, ...keys } } })
const mount = { type: 'volume', source: 'data', target: '/data' }

const tables: readonly Table[] = [
  { name: 'service', rules: serviceKeys, samples: serviceSamples, inFile: web },
  { name: 'build', rules: buildKeys, samples: buildSamples, inFile: (build) => ({ services: { web: { build } } }) },
  { name: 'top', rules: topKeys, samples: topSamples, inFile: (top) => ({ ...web({}), ...top }) },
  { name: 'healthcheck', rules: healthKeys, samples: healthSamples, inFile: (healthcheck) => web({ healthcheck }) },
  { name: 'deploy', rules: deployKeys, samples: deploySamples, inFile: (deploy) => web({ deploy }) },
  {
    ...{ name: 'deploy.resources', rules: resourceKeys, samples: resourceSamples },
    inFile: (resources) => web({ deploy: { resources } }),
  },
  {
    ...{ name: 'deploy.resources.limits', rules: limitKeys, samples: limitSamples },
    inFile: (limits) => web({ deploy: { resources: { limits } } }),
  },
  {
    ...{ name: 'deploy.resources.reservations', rules: reservationKeys, samples: {} },
    inFile: (reservations) => web({ deploy: { resources: { reservations } } }),
  },
  {
    ...{ name: 'networks of a service', rules: networkKeys, samples: networkSamples },
    inFile: (network) => web({ networks: { default: network } }),
  },
  {
    ...{ name: 'networks', rules: topNetworkKeys, samples: {} },
    inFile: (front) => ({ ...web({}), networks: { front } }),
  },
  { name: 'volumes', rules: volumeKeys, samples: {}, inFile: (data) => ({ ...web({}), volumes: { data } }) },
  {
    ...{ name: 'volumes of a service', rules: mountKeys, samples: mountSamples },
    inFile: (keys) => web({ volumes: [{ ...mount, ...keys }] }),
  },
  {
    ...{ name: 'volume', rules: mountedVolumeKeys, samples: {} },
    inFile: (volume) => web({ volumes: [{ ...mount, volume }] }),
  },
  {
    ...{ name: 'configs', rules: fileKeys, samples: fileSamples },
    inFile: (stated) => ({ ...web({ configs: ['stated'] }), configs: { stated } }),
  },
  {
    ...{ name: 'configs of a service', rules: fileUseKeys, samples: fileUseSamples },
    inFile: (use) => ({ ...web({ configs: [{ source: 'stated', ...use }] }), configs: { stated: { content: 'a' } } }),
  },
]

export async function checkKeys(report: Report): Promise<void> {
  let files = 0
  for (const table of tables) {
    for (const [key, rule] of Object.entries(table.rules)) {
      files += 1
      const value = table.samples[key] ?? 'x'
      const problem = await findProblem(table, { key, value, rule })
      report.expect(problem === null, `${table.name}: ${key}: ${problem}`)
    }
    const problem = await findProblem(table, { key: 'no_such_key', value: 'x', rule: unknownRule })
    report.expect(problem === null, `${table.name}: an unknown key: ${problem}`)
    files += 1
  }
  report.figure('key_files', files)
  report.expect(files >= minFiles, `${files} files, wanted are ${minFiles}`)
}

const unknownRule: KeyRule = { verdict: 'refused', instead: '' }

/** Null if the analyzer says of the key what its rule says. */
async function findProblem(
  { inFile }: Table,
  { key, value, rule }: { key: string; value: unknown; rule: KeyRule },
): Promise<string | null> {
  const text = JSON.stringify(withOther(inFile({ [key]: value })), null, 2)
  const lines = text.split('\n')
  const [start] = JSON.stringify({ [key]: value }, null, 2)
    .split('\n')
    .slice(1)
  const line = lines.findLastIndex((each) => each.trimStart().startsWith((start ?? '').trimStart())) + 1
  const files = { 'compose.yaml': text, 'settings.conf': 'a\n', 'plain.env': 'A=b\n', 'more.yaml': 'services: {}\n' }
  const { warnings } = await analyze(treeOf({ ...files, Dockerfile: 'FROM nginx:1.29 AS final\n' }), {
    rootDirectory: '.',
  })
  const codes = new Set(
    warnings.filter((each) => each.line === line && each.code.startsWith('compose_key_')).map(({ code }) => code),
  )
  const wanted = wantedCode(rule)
  // Some forms of a key are noted, and others need no note.
  if (rule.verdict === 'mapped') codes.delete('compose_key_mapped')
  const isRight = wanted === null ? codes.size === 0 : codes.has(wanted) && codes.size === 1
  return isRight
    ? null
    : `is ${rule.verdict}, and the analyzer says ${[...codes].join(', ') || 'nothing'} in line ${line}`
}

function wantedCode({ verdict, isQuiet = false }: KeyRule): string | null {
  if (verdict === 'refused') return 'compose_key_refused'
  return verdict === 'ignored' && !isQuiet ? 'compose_key_ignored' : null
}

/** Another service and what a service can refer to. */
function withOther(file: Json): Json {
  const services = { ...objectOf(file.services), other: { image } }
  const named = { data: {}, ...objectOf(file.volumes) }
  const configs = { stated: { content: 'a' }, ...objectOf(file.configs) }
  const secrets = { hidden: { environment: 'HIDDEN' }, ...objectOf(file.secrets) }
  return { volumes: named, configs, secrets, ...without(file), services }
}

function without({ services: _services, volumes, configs, secrets, ...rest }: Json): Json {
  return {
    ...rest,
    ...(typeof volumes === 'string' ? { volumes } : {}),
    ...(typeof configs === 'string' ? { configs } : {}),
    ...(typeof secrets === 'string' ? { secrets } : {}),
  }
}

function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
