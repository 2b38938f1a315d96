import type { RepositoryFile } from '../../fixtures/repository.ts'

/**
 * Text on which regular expressions with nested repeats backtrack. Non-linear behavior shows at a fraction of these
 * sizes, too.
 */
export function hardTexts(share = 1): RepositoryFile[] {
  const times = (count: number) => Math.ceil(count * share)
  const shapes = [
    'a'.repeat(times(200_000)),
    ' '.repeat(times(200_000)),
    '\t \t'.repeat(times(100_000)),
    '\n'.repeat(times(200_000)),
    '"'.repeat(times(100_001)),
    '\\'.repeat(times(200_000)),
    '${'.repeat(times(100_000)),
    '/*'.repeat(times(100_000)),
    '#'.repeat(times(200_000)),
    'process.env'.repeat(times(20_000)),
    "process.env['".repeat(times(20_000)),
    'os.environ.get('.repeat(times(20_000)),
    'ENV A'.repeat(times(50_000)),
    'FROM '.repeat(times(50_000)),
    'a=b '.repeat(times(50_000)),
    '- '.repeat(times(100_000)),
    '0.'.repeat(times(100_000)),
    '('.repeat(times(100_000)),
    '\r'.repeat(times(200_000)),
    `app.listen(${' '.repeat(times(100_000))}`,
    `postgres://${'a:'.repeat(times(50_000))}@`,
    `const ${'{ a, '.repeat(times(40_000))}`,
  ]
  const names = [
    'Dockerfile',
    'Procfile',
    '.env.example',
    'main.py',
    'server.js',
    'main.go',
    'requirements.txt',
    'Gemfile',
    'go.mod',
    'config/application.rb',
    'Program.cs',
    'pom.xml',
    'build.gradle',
    'mix.exs',
    'index.php',
    '.nvmrc',
    'compose.yaml',
    'Cargo.toml',
    'src/main.rs',
    'settings.py',
  ]
  return shapes.flatMap((content, at) => names.map((name) => ({ path: `s${at}/${name}`, content })))
}
