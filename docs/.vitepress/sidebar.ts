/** The navigation, and the only list of pages: tools/build-docs.ts fails for a page that isn't in it. */
interface Entry {
  text: string
  link: string
}

interface Group {
  text: string
  collapsed?: boolean
  items: Entry[]
}

export const navigation = [
  { text: 'Start', link: '/start/first-app', activeMatch: '/start/' },
  { text: 'Guides', link: '/guides/', activeMatch: '/guides/' },
  { text: 'Reference', link: '/reference/', activeMatch: '/reference/' },
  { text: 'How it works', link: '/explanation/', activeMatch: '/explanation/|/decisions/' },
  { text: 'Project', link: '/project/', activeMatch: '/project/' },
]

const start = {
  ...group('Start', '/start', [
    ['first-app', 'Deploy your first app'],
    ['requirements', 'Requirements and ports'],
    ['concepts', 'Concepts'],
    ['cli', 'CLI quick start'],
    ['api', 'API quick start'],
    ['production', 'Go to production'],
  ]),
  collapsed: false,
}

const guides = [
  group('Install and upgrade', '/guides', [
    ['install', 'Install with the script'],
    ['install-with-compose', 'Install with Docker Compose'],
    ['behind-a-reverse-proxy', 'Behind nginx, Caddy, or Traefik'],
    ['cloudflare-tunnel', 'Cloudflare Tunnel'],
    ['tailscale', 'Tailscale'],
    ['home-server', 'Home server'],
    ['upgrade', 'Upgrade and go back'],
    ['change-url-and-keys', 'Change the URL or the keys'],
    ['host-others', 'Host several organizations'],
    ['uninstall', 'Uninstall'],
    ['recover-the-control-plane', 'Back up the instance'],
    ['troubleshoot-your-instance', 'Troubleshoot the instance'],
  ]),
  group('Servers', '/guides', [
    ['connect-a-server', 'Connect a server'],
    ['test-a-connection', 'Test a connection'],
    ['harden-a-server', 'Harden a server'],
    ['maintain-a-server', 'Maintain a server'],
  ]),
  group('Git', '/guides', [
    ['connect-a-git-provider', 'Connect a Git provider'],
    ['github-app', 'Use a GitHub App'],
    ['deploy-on-push', 'Deploy on every push'],
    ['preview-pull-requests', 'Preview pull requests'],
  ]),
  group('Deploy', '/guides', [
    ['create-a-project', 'Create a project'],
    ['catalog', 'Deploy from the catalog'],
    ['deploy', 'Deploy, roll back, cancel'],
    ['environments', 'Environments'],
    ['services', 'Services and jobs'],
    ['variables', 'Variables and secrets'],
    ['monorepo', 'Monorepos'],
    ['compose', 'Compose files'],
    ['longshore-yaml', 'longshore.yaml'],
    ['railpack', 'Build with Railpack'],
    ['deploy-from-ci', 'Deploy from CI'],
  ]),
  group('Domains', '/guides', [
    ['use-your-own-domain', 'Use your own domain'],
    ['route-paths', 'Route paths to services'],
    ['behind-cloudflare', 'Behind Cloudflare'],
  ]),
  group('Data', '/guides', [
    ['databases', 'Databases'],
    ['back-up', 'Back up'],
    ['restore-a-backup', 'Restore'],
    ['restore-what-you-deleted', 'Restore what you deleted'],
    ['rehearse-migrations', 'Rehearse migrations'],
    ['s3-storage', 'S3 storage providers'],
    ['disaster-recovery', 'Disaster recovery'],
    ['recover-from-a-lost-server', 'Recover from a lost server'],
    ['import-a-sql-file', 'Import a SQL file'],
  ]),
  group('Observe', '/guides', [
    ['logs-and-commands', 'Logs and commands'],
    ['monitor', 'Metrics and alerts'],
    ['notifications', 'Notifications'],
    ['troubleshooting', 'Troubleshoot by symptom'],
    ['when-a-deployment-fails', 'When a deployment fails'],
  ]),
  group('Team and automation', '/guides', [
    ['team', 'Team, roles, and tokens'],
    ['terminal', 'Work from the terminal'],
    ['instance-file', 'Instance file'],
    ['follow-a-stream', 'Event streams'],
    ['ai-assistant', 'AI assistants'],
  ]),
  group('Frameworks', '/guides/frameworks', [
    ['next', 'Next.js'],
    ['vite', 'React, Vue, and other Vite apps'],
    ['sveltekit', 'SvelteKit'],
    ['astro', 'Astro'],
    ['node', 'Node.js: Express, Fastify, Hono'],
    ['django', 'Django'],
    ['fastapi', 'FastAPI and Flask'],
    ['laravel', 'Laravel'],
    ['rails', 'Ruby on Rails'],
    ['spring-boot', 'Spring Boot'],
    ['go', 'Go'],
    ['rust', 'Rust'],
    ['static', 'Static sites'],
  ]),
  group('Coming from', '/guides/coming-from', [
    ['coolify', 'Coolify'],
    ['dokploy', 'Dokploy'],
    ['caprover', 'CapRover'],
    ['heroku', 'Heroku'],
    ['docker-compose', 'Docker Compose'],
  ]),
  group('Help', '/guides', [
    ['faq', 'FAQ'],
    ['getting-help', 'Get help'],
  ]),
]

const reference = [
  group('API', '/reference', [
    ['api', 'Conventions'],
    ['api/index', 'Operations'],
    ['events', 'Events'],
    ['problems', 'Problems'],
    ['permissions', 'Permissions'],
  ]),
  group('Commands and files', '/reference', [
    ['cli', 'CLI'],
    ['commands', 'Server and checkout commands'],
    ['settings', 'Settings'],
    ['longshore-yaml', 'longshore.yaml'],
    ['instance-file', 'Instance file'],
    ['compose', 'Compose files'],
    ['catalog', 'Apps in the catalog'],
  ]),
  group('Statuses and checks', '/reference', [
    ['server-states', 'Server statuses'],
    ['project-states', 'Project and analysis statuses'],
    ['deployment-states', 'Deployment statuses'],
    ['deployment-failures', 'Deployment failures'],
    ['restores', 'Restores and imports'],
    ['trash', 'Trash'],
    ['adoptions', 'Adoptions'],
    ['domain-checks', 'Domain checks'],
    ['connection-test', 'Connection test'],
    ['security-checks', 'Security checks'],
    ['doctor', 'Doctor checks'],
  ]),
  group('Analysis', '/reference', [
    ['built-stacks', 'Built and experimental stacks'],
    ['starters', 'Tested starters'],
    ['recognized-stacks', 'Recognized frameworks'],
    ['analysis-report', 'Analysis report'],
    ['analysis-accuracy', 'Accuracy'],
    ['analysis-peers', 'Compared with other detectors'],
  ]),
  group('Words', '/reference', [['glossary', 'Glossary']]),
]

const explanation = [
  group('How it works', '/explanation', [
    ['how-a-deployment-works', 'How a deployment works'],
    ['recovery', 'Failures and recovery'],
    ['comparison', 'How Longshore compares'],
    ['scaling', 'Resource usage and limits'],
    ['why-these-parts', 'Why Restate, Caddy, and SSH'],
    ['dependencies', 'Libraries and our own code'],
  ]),
  group('The parts', '/explanation', [
    ['durable-workflows', 'Durable workflows'],
    ['reading-repositories', 'Reading repositories'],
    ['repository-analysis', 'Analyzing a repository'],
    ['builds', 'Builds'],
    ['proxy', 'The proxy'],
    ['certificates', 'Certificates'],
    ['backups', 'Backups'],
    ['streams', 'Streams'],
    ['dashboard', 'The dashboard'],
    ['reaching-servers', 'Reaching servers'],
    ['private-link', 'The private link'],
    ['outbound', 'Outbound requests'],
  ]),
  group('Security', '/explanation', [
    ['security-model', 'Security model'],
    ['threat-model', 'Threat model'],
    ['secrets', 'Secrets'],
    ['security-state', 'Security state of servers'],
    ['hardening', 'Hardening'],
    ['asvs-map', 'OWASP ASVS map'],
  ]),
]

const project = [
  group('Project', '/project', [
    ['changelog', 'Changelog'],
    ['roadmap', 'Roadmap'],
    ['support', 'Support policy'],
    ['security', 'Security policy'],
  ]),
  group('Contribute', '/project', [
    ['contributing', 'Contributing'],
    ['architecture', 'Architecture'],
    ['develop-in-a-container', 'Develop on macOS'],
    ['suites', 'End-to-end suites'],
    ['make-a-release', 'Make a release'],
    ['sdk', 'SDK'],
  ]),
]

export const sidebar = {
  '/start/': [start, ...guides],
  '/guides/': [start, ...guides],
  '/reference/': open(reference),
  '/explanation/': open(explanation),
  '/decisions/': open(explanation),
  '/project/': open(project),
}

/** The group of the page that is shown is always open. */
function group(text: string, folder: string, pages: readonly (readonly [name: string, text: string])[]): Group {
  return { text, collapsed: true, items: pages.map(([name, title]) => ({ text: title, link: `${folder}/${name}` })) }
}

function open(groups: readonly Group[]): Group[] {
  return groups.map((each) => ({ ...each, collapsed: false }))
}
