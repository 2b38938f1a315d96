// The layers of the tree. The suffix of a file is its layer; CONTRIBUTING.md says what each may import.
import { moduleLayerRules } from './tools/shape/module-layers.ts'

/** What the connection test finds is data that the api shows too. */
const probeTable = 'src/probe/(findings|stages)\\.ts$'
/** The rule for names of secrets, which the api and the dashboard apply too. It imports nothing. */
const secretNames = 'variables/secret-name\\.ts$'
/** Files of the worker: the api process never loads them. */
const workerFile = '\\.(call|client|context|hooks|poller|remote|step|workflow)\\.ts$'
const module = '^apps/server/src/modules/([^/]+)/'
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

export default {
  forbidden: [
    ...moduleLayerRules,
    rule('no-cycles', 'Import cycles hide who owns what.', {}, { circular: true }),
    rule(
      'module-front-door',
      'A module is entered only through its index.ts (api) or worker.ts (worker).',
      { path: module, pathNot: '\\.test\\.ts$' },
      { path: module, pathNot: ['^apps/server/src/modules/$1/', '/(index|worker)\\.ts$', '\\.schemas\\.ts$'] },
    ),
    rule(
      'one-writer-of-deployment-status',
      'One action changes the status of a deployment, with all effects and only along the transition table.',
      { path: '^apps/server/src/modules/', pathNot: '/deployments/change-deployment-status\\.action\\.ts$' },
      { path: '/deployments/deployment-status\\.repository\\.ts$' },
    ),
    rule(
      'platform-knows-no-module',
      'platform/ lies below modules/.',
      { path: '^apps/server/src/platform/', pathNot: '\\.test\\.ts$' },
      { path: '^apps/server/src/(modules/|wiring/|testing/|[^/]+\\.ts$)' },
    ),
    rule(
      'production-knows-no-tests',
      'Test support stays out of what ships.',
      { path: '^apps/server/src/', pathNot: ['^apps/server/src/testing/', '\\.test\\.ts$'] },
      { path: '^apps/server/src/testing/' },
    ),
    rule(
      'schemas-import-schemas',
      'Schemas are the contract: no logic.',
      { path: '\\.schemas\\.ts$' },
      {
        path: '^apps/server/src/',
        pathNot: ['\\.(schemas|policy|limits)\\.ts$', '^apps/server/src/platform/(ids/|access/permissions\\.ts$)'],
      },
    ),
    rule(
      'status-is-pure',
      'States and policies import types and schemas only.',
      { path: '\\.(status|policy)\\.ts$' },
      {
        path: '^(apps/server/src/|packages/)',
        pathNot: [
          secretNames,
          '\\.(schemas|status|policy|limits|text|problems)\\.ts$',
          '^apps/server/src/platform/((ids|errors|clock)/|durable/cron\\.ts$)',
        ],
      },
    ),
    rule(
      'routes-call-services',
      'HTTP reaches neither the database nor workflows nor target servers.',
      { path: '\\.routes\\.ts$' },
      {
        path: `(\\.(system-)?repository\\.ts$|/workflow/|${workerFile}|/platform/(database|durable)/|^packages/(remote|source|analyzer/src/(?!(report|container|template/template)\\.schemas)))`,
      },
    ),
    rule(
      'services-do-not-know-http',
      'Services are usable from worker, commands and tests.',
      { path: '\\.(service|repository|events)\\.ts$' },
      { path: '(\\.routes\\.ts$|/platform/http/|node_modules/fastify/)' },
    ),
    rule(
      'repository-is-the-bottom',
      'Repositories call nobody.',
      { path: 'repository\\.ts$' },
      { path: `(\\.(service|routes|events)\\.ts$|/workflow/|${workerFile}|^packages/(remote|source)/)` },
    ),
    rule(
      'remote-is-a-leaf',
      'packages/remote knows no server of ours: no database, no HTTP.',
      { path: '^packages/remote/' },
      { path: '^(apps/|e2e/|bench/|packages/(?!(remote|addresses|process)/))' },
    ),
    rule(
      'process-is-a-leaf',
      'packages/process knows neither what its programs do nor anything else of ours.',
      { path: '^packages/process/' },
      { path: '^(apps/|e2e/|bench/|packages/(?!process/))' },
    ),
    rule(
      'addresses-is-pure',
      'packages/addresses decides about addresses: it opens nothing and knows nothing of ours.',
      { path: '^packages/addresses/', pathNot: '\\.test\\.ts$' },
      { path: '^(apps/|e2e/|bench/|packages/(?!addresses/)|(node:)?(child_process|fs|dns|http|https|tls)(/|$))' },
    ),
    rule(
      'analyzer-is-pure',
      'packages/analyzer reads the tree it is given: no files, no programs, no network, nothing of ours.',
      { path: '^packages/analyzer/', pathNot: '\\.test\\.ts$' },
      {
        path: '^(apps/|e2e/|bench/|packages/(?!analyzer/)|(node:)?(child_process|fs|net|tls|http|https|http2|dns|worker_threads)(/|$))',
      },
    ),
    rule(
      'sdk-is-a-leaf',
      'packages/sdk runs in browsers: nothing of Node, nothing of ours, no package but its two.',
      { path: '^packages/sdk/src/', pathNot: ['\\.test\\.ts$', '/testing/'] },
      { path: '.', pathNot: ['^packages/sdk/src/(?!testing/)', 'node_modules/(eventsource-parser|age-encryption)/'] },
    ),
    rule(
      'cli-speaks-through-the-sdk',
      'apps/cli knows the API by packages/sdk: no other code of ours, and no packages but a YAML reader and the MCP SDK.',
      { path: '^apps/cli/', pathNot: '\\.test\\.ts$' },
      {
        path: '.',
        pathNot: [
          '^apps/cli/(src/|package\\.json$)',
          '^packages/sdk/src/',
          'node_modules/yaml/',
          'node_modules/@modelcontextprotocol/',
        ],
        dependencyTypesNot: ['core'],
      },
    ),
    rule(
      'dashboard-knows-the-sdk',
      'The dashboard reaches the server through the SDK only, and nothing of Node is in a browser.',
      { path: '^apps/dashboard/src/', pathNot: '\\.test\\.tsx?$' },
      {
        path: `^(apps/(?!dashboard/)|packages/(?!sdk/|analyzer/src/${secretNames})|packages/sdk/src/testing/|e2e/|bench/|tools/|(node:)?(fs|path|child_process|crypto|buffer|stream|http|https|net|os|util|url)(/|$))`,
      },
    ),
    rule(
      'features-do-not-import-the-app',
      'The dashboard builds upwards: text and api, navigation, ui, features, app.',
      { path: '^apps/dashboard/src/features/' },
      { path: '^apps/dashboard/src/app/' },
    ),
    rule(
      'ui-knows-no-feature',
      'Components in ui/ are for all pages.',
      { path: '^apps/dashboard/src/ui/' },
      { path: '^apps/dashboard/src/(features|app)/' },
    ),
    rule(
      'navigation-is-below-ui',
      'Paths and root routes are below every page that links to them.',
      { path: '^apps/dashboard/src/navigation/', pathNot: '\\.test\\.ts$' },
      { path: '^apps/dashboard/src/(text|ui|features|app)/' },
    ),
    rule(
      'dashboard-api-is-below',
      'Code that reads and writes data does not know how pages show it.',
      { path: '^apps/dashboard/src/api/' },
      { path: '^apps/dashboard/src/(navigation|ui|features|app)/' },
    ),
    rule(
      'words-are-data',
      'The catalogue of words can be replaced by that of another language.',
      { path: '^apps/dashboard/src/text/', pathNot: '\\.test\\.ts$' },
      { path: '.', pathNot: '^apps/dashboard/src/text/' },
    ),
    rule(
      'features-stay-apart',
      'A page does not reach into another feature. Others stand on six of them, and show states and loads as their owners do. The overview gathers.',
      { path: '^apps/dashboard/src/features/(?!overview/)([^/]+)/' },
      {
        path: '^apps/dashboard/src/features/',
        pathNot: [
          '^apps/dashboard/src/features/($1|activity|auth|environments|logs|services|trash)/',
          '-(state|status|load)\\.tsx?$',
        ],
      },
    ),
    rule(
      'features-below-know-none-above',
      'What other features stand on does not know them.',
      {
        path: '^apps/dashboard/src/features/(activity|auth|environments|logs|services|trash)/',
        pathNot: '\\.routes\\.ts$',
      },
      {
        path: '^apps/dashboard/src/features/',
        pathNot: [
          '^apps/dashboard/src/features/(activity|auth|environments|logs|services|trash)/',
          '-(state|status|load)\\.tsx?$',
        ],
      },
    ),
    rule(
      'source-is-a-leaf',
      'packages/source knows no server of ours; it runs the analyzer.',
      { path: '^packages/source/' },
      { path: '^(apps/|e2e/|bench/|packages/(?!source/|analyzer/|addresses/|process/))' },
    ),
    rule(
      'commands-are-pure',
      'Builders of argument lists touch nothing.',
      { path: '^packages/remote/src/commands/', pathNot: '\\.test\\.ts$' },
      { path: '^(packages/remote/src/(?!commands/)|(node:)?(child_process|fs|net)(/|$))' },
    ),
    rule(
      'only-workflows-touch-servers',
      'SSH, git and analysis happen in the worker, never in a request.',
      {
        path: '^apps/server/src/',
        pathNot: ['/(workflow|calls)/', workerFile, '/(worker|wiring/infrastructure)\\.ts$', '\\.test\\.ts$'],
      },
      {
        path: `^packages/(remote/(?!${probeTable})|source|analyzer/src/(?!(report|container|server-parts)\\.schemas|template/|${secretNames}))`,
        dependencyTypesNot: ['type-only'],
      },
    ),
    {
      ...rule(
        'api-cannot-unseal',
        'The api process loads nothing that can open a sealed secret, and no code of the worker.',
        { path: '^apps/server/src/api(\\.planted)?\\.ts$' },
        {
          path: `(/secrets/unseal\\.ts$|/platform/outbound/|^packages/(remote/(?!${probeTable})|source/)|/workflow/|${workerFile}|@restatedev/|node_modules/nodemailer/)`,
          reachable: true,
        },
      ),
    },
    rule(
      'suites-stay-apart',
      'A suite imports its own folder and e2e/support, never another suite.',
      { path: '^e2e/suites/([^/.]+)' },
      { path: '^e2e/suites/', pathNot: '^e2e/suites/$1[/.]' },
    ),
    rule(
      'suites-use-testing',
      'Suites and benches import server code from apps/server/src/testing. The simulation runs modules in memory, and review-faults loads modules of other checkouts by path.',
      { path: '^(e2e|bench)/', pathNot: '^e2e/suites/(simulation[/.]|review-faults/)' },
      { path: '^apps/server/src/(modules|platform)/' },
    ),
    rule(
      'support-knows-no-suite',
      'Suites are the top: fixtures, support and benches do not import them.',
      { path: '^(e2e/(support|fixtures)|bench)/' },
      { path: '^e2e/suites/' },
    ),
    rule(
      'e2e-knows-no-bench',
      'Benches use e2e/support, never the other way round.',
      { path: '^e2e/' },
      { path: '^bench/' },
    ),
    rule(
      'only-durable-knows-the-engine',
      'The durable engine can be replaced by replacing one folder.',
      { path: '^apps/server/src/', pathNot: ['^apps/server/src/platform/durable/'] },
      { path: 'node_modules/@restatedev/' },
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^apps/dashboard/dist|\\.generated\\.ts$|^packages/analyzer/corpus/)' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node', 'default'] },
  },
}
