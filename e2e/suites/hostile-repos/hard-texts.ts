import type { RepositoryFile } from '../../fixtures/repository.ts'

/** Shapes on which patterns with nested repeats go through every way to split them. */
export function hardTexts(): RepositoryFile[] {
  const shapes = [
    'a'.repeat(200_000),
    ' '.repeat(200_000),
    '\t \t'.repeat(100_000),
    '\n'.repeat(200_000),
    '"'.repeat(100_001),
    '\\'.repeat(200_000),
    '${'.repeat(100_000),
    '/*'.repeat(100_000),
    '#'.repeat(200_000),
    'process.env'.repeat(20_000),
    "process.env['".repeat(20_000),
    'os.environ.get('.repeat(20_000),
    'ENV A'.repeat(50_000),
    'FROM '.repeat(50_000),
    'a=b '.repeat(50_000),
    '- '.repeat(100_000),
    '0.'.repeat(100_000),
    '('.repeat(100_000),
    '\r'.repeat(200_000),
    `app.listen(${' '.repeat(100_000)}`,
    `postgres://${'a:'.repeat(50_000)}@`,
    `const ${'{ a, '.repeat(40_000)}`,
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
