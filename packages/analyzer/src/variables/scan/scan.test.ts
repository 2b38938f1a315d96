import { expect, test } from 'vitest'
import { familyOf, scanText } from './scan-file.ts'

function scan(path: string, text: string): string[] {
  const family = familyOf(path)
  if (family === null) throw new Error('no family')
  return scanText(family, text).map(
    ({ key, strength, fallback }) => `${key} ${strength}${fallback === null ? '' : ` ${fallback}`}`,
  )
}

test.each([
  ['a.ts', 'process.env.A_URL', ['A_URL plain']],
  ['a.ts', "process.env['A']", ['A plain']],
  ['a.ts', 'process.env.A ?? "x"', ['A fallback x']],
  ['a.ts', "const a = process.env.A || 'x y';", ['A fallback x y']],
  ['a.ts', 'Number(process.env.A) || 3000', ['A fallback 3000']],
  ['a.ts', "parseInt(process.env.A ?? '5', 10)", ['A fallback 5']],
  ['a.ts', 'process.env.A!', ['A must']],
  ['a.ts', "if (!process.env.A) {\n  throw new Error('A')\n}", ['A must']],
  ['a.ts', 'if (!process.env.A) warn()', ['A maybe']],
  ['a.ts', "process.env.A === 'true'", ['A maybe']],
  ['a.ts', "process.env.A?.split(',')", ['A maybe']],
  ['a.ts', '!!process.env.A', ['A maybe']],
  ['a.ts', 'process.env.A ? 1 : 2', ['A maybe']],
  ['a.ts', "process.env.A = 'x'", []],
  ['a.ts', "process.env.A ||= 'x'", ['A fallback x']],
  ['a.ts', 'delete process.env.A', []],
  ['a.ts', '// process.env.A', []],
  ['a.ts', "const { A, B = 'x', C: c } = process.env", ['A plain', 'B fallback x', 'C plain']],
  ['a.ts', 'import.meta.env.VITE_A + import.meta.env.MODE', ['VITE_A plain']],
  ['a.ts', "Deno.env.get('A') ?? '1'", ['A fallback 1']],
  ['a.ts', 'Bun.env.A', ['A plain']],
  ['a.ts', "this.configService.get<string>('AA', 'x')", ['AA fallback x']],
  ['a.ts', "config.getOrThrow('AA')", ['AA must']],
  ['a.svelte', "import { AA, BB } from '$env/static/private'", ['AA plain', 'BB plain']],
  [
    'env.ts',
    'export const env = createEnv({ server: {\n  AA: z.string().url(),\n  BB: z.coerce.number().default(3),\n  CC: z.string().optional(),\n}, runtimeEnv: process.env })',
    ['AA must', 'BB fallback 3', 'CC optional'],
  ],
  ['env.ts', 'cleanEnv(process.env, {\n  AA: str(),\n  BB: port({ default: 80 }),\n})', ['AA must', 'BB fallback 80']],
  [
    'env.ts',
    'Joi.object({\n  AA: Joi.string().required(),\n  BB: Joi.number().default(1),\n  CC: Joi.string(),\n}) // validationSchema',
    ['AA must', 'BB fallback 1', 'CC optional'],
  ],
  [
    'start/env.ts',
    "import { Env } from '@adonisjs/core/env'\nexport default await Env.create(new URL('../', import.meta.url), {\n  AA: Env.schema.string(),\n  BB: Env.schema.string.optional(),\n})",
    ['AA must', 'BB optional'],
  ],
  [
    'astro.config.mjs',
    "env: { schema: {\n  AA: envField.string({ context: 'server', access: 'secret' }),\n  BB: envField.number({ context: 'server', access: 'public', default: 20 }),\n  CC: envField.boolean({ context: 'client', access: 'public', optional: true }),\n} }",
    ['AA must', 'BB fallback 20', 'CC optional'],
  ],
  [
    'nuxt.config.ts',
    "export default defineNuxtConfig({\n  runtimeConfig: {\n    apiSecret: '', // set it\n    title: '',\n    retries: 3,\n    own: process.env.OWN,\n    public: { apiBase: 'https://a.example/?a,b}', home: '/api', deep: { aB: true } },\n    last: 'x',\n  },\n  other: { notOurs: 'x' },\n})",
    [
      'OWN plain',
      'NUXT_API_SECRET plain',
      'NUXT_TITLE fallback',
      'NUXT_RETRIES fallback 3',
      'NUXT_PUBLIC_API_BASE fallback https://a.example/?a,b}',
      'NUXT_PUBLIC_DEEP_A_B fallback true',
      'NUXT_LAST fallback x',
    ],
  ],
  ['nuxt.config.ts', 'export default defineNuxtConfig({ runtimeConfig: { ...shared, [key]: 1, f() {} ', []],
  [
    'src/main/resources/application.yaml',
    'ktor:\n  deployment:\n    port: "$PORT:8088"\ndatabase:\n  url: "$AA:jdbc:postgresql://localhost/x"\n  user: $?BB\n  password: $CC\n  price: 5$\n',
    ['PORT fallback 8088', 'AA fallback jdbc:postgresql://localhost/x', 'BB maybe', 'CC must'],
  ],
  ['application.yml', 'price: $NOT_KTOR\n', []],
  ['application.conf', 'port = ${?AA}\nurl = ${BB}\n', ['AA maybe', 'BB must']],
  [
    'settings.py',
    'import environ\nenv = environ.Env(AA=(bool, False), BB=(str, "x"))\nA = env("AA")\nB = env.str("BB")\nC = env("CC")\n',
    ['AA fallback false', 'BB fallback x', 'CC must'],
  ],
  ['a.py', 'os.environ["A"]', ['A must']],
  ['a.py', 'os.environ["A"] = "x"', []],
  ['a.py', 'os.environ.get("A")', ['A plain']],
  ['a.py', 'os.environ.get("A", "x")', ['A fallback x']],
  ['a.py', "os.getenv('A') or 'x'", ['A fallback x']],
  ['a.py', "os.getenv('A', 'False') == 'True'", ['A fallback False']],
  [
    'a.py',
    'from decouple import config\nA = config("A")\nB = config("B", default=True, cast=bool)',
    ['A must', 'B fallback true'],
  ],
  [
    'a.py',
    'import environ\nenv = environ.Env(DEBUG=(bool, False))\nx = env("A")\ny = env.bool("B", default=False)\nz = env.db()\n',
    ['DEBUG fallback false', 'A must', 'B fallback false', 'DATABASE_URL must'],
  ],
  [
    'a.py',
    'class S(BaseSettings):\n    model_config = SettingsConfigDict(env_prefix="APP_")\n    name: str\n    port: int = 80\n    key: str | None = None\n    u: str = Field(..., alias="URL")\n\n    def x(self): ...\n\nclass T: \n    other: str\n',
    ['APP_NAME must', 'APP_PORT fallback 80', 'APP_KEY maybe', 'URL must'],
  ],
  ['a.go', 'os.Getenv("A")', ['A plain']],
  ['a.go', 'a := os.Getenv("A")\n\tif a == "" {\n\t\ta = "x"\n\t}', ['A fallback x']],
  ['a.go', 'a := os.Getenv("A")\nif a == "" {\n\tlog.Fatal("A")\n}', ['A must']],
  ['a.go', 'getEnv("A", "x")', ['A fallback x']],
  ['a.go', 'mustEnv("A")', ['A must']],
  ['a.go', 'v, ok := os.LookupEnv("A")', ['A maybe']],
  [
    'a.go',
    'type C struct {\n A string `env:"A,required"`\n B int `envconfig:"B" default:"3"`\n}',
    ['A must', 'B fallback 3'],
  ],
  ['a.rs', 'std::env::var("A").unwrap()', ['A must']],
  ['a.rs', 'env::var("A").unwrap_or_else(|_| "x".to_string())', ['A fallback x']],
  ['a.rs', 'if let Ok(a) = env::var("A") {', ['A maybe']],
  ['a.rs', 'env::var("A")?', ['A must']],
  ['a.rs', 'option_env!("A")', ['A maybe']],
  ['a.rs', '#[arg(long, env = "A", default_value = "x")]', ['A fallback x']],
  ['a.rb', "ENV['A']", ['A plain']],
  ['a.rb', "ENV.fetch('A')", ['A must']],
  ['a.rb', "ENV.fetch('A', 5)", ['A fallback 5']],
  ['a.rb', "ENV.fetch('A') { 'x' }", ["A fallback 'x'".replace(/'/g, '')]],
  ['database.yml', '<%= ENV["A"] || "x" %>', ['A fallback x']],
  ['a.php', "env('A', 'x')", ['A fallback x']],
  ['a.php', "getenv('A') ?: 'x'", ['A fallback x']],
  ['a.php', "$_ENV['A'] ?? 'x'", ['A fallback x']],
  ['services.yaml', "'%env(resolve:A)%'", ['A must']],
  ['schema.prisma', 'url = env("A")', ['A plain']],
  ['A.java', 'System.getenv("A")', ['A plain']],
  ['A.kt', 'System.getenv("A") ?: "x"', ['A fallback x']],
  ['A.java', 'System.getenv().getOrDefault("A", "x")', ['A fallback x']],
  ['A.java', '@Value("${A:x}") String a; @Value("${app.name}") String b;', ['A fallback x']],
  ['application.yml', 'url: ${A}\nport: ${B:8080}', ['A must', 'B fallback 8080']],
  ['a.cs', 'Environment.GetEnvironmentVariable("A") ?? "x"', ['A fallback x']],
  ['a.cs', 'builder.Configuration["Jwt:Key"]!', ['Jwt__Key must']],
  ['a.cs', 'GetConnectionString("Default") ?? throw new X()', ['ConnectionStrings__Default must']],
  ['runtime.exs', 'System.get_env("A") || raise "x"', ['A must']],
  ['runtime.exs', 'System.get_env("A") ||\n  raise """', ['A must']],
  ['runtime.exs', 'System.get_env("A", "x")', ['A fallback x']],
  ['runtime.exs', 'System.fetch_env!("A")', ['A must']],
  ['runtime.exs', 'if System.get_env("A") do', ['A maybe']],
])('%s: %s', (path, text, expected) => {
  expect(scan(path, text)).toEqual(expected)
})

test('hostile and large files take linear time', () => {
  const large = (part: string) => part.repeat(Math.ceil(400_000 / part.length))
  const slow: string[] = []
  for (const [path, part] of [
    ['a.ts', 'process.env.A '],
    ['a.ts', '{ process.env'],
    ['a.ts', 'A: z.'],
    ['a.py', 'environ.get("A", '],
    ['a.py', 'class A(BaseSettings):\n a: b\n'],
    ['a.go', 'os.Getenv("A")\n'],
    ['a.go', 'env`'],
    ['a.rs', '#[arg(env = "A"'],
    ['a.rb', "ENV['A'] "],
    ['a.php', "env('A',"],
    ['A.java', '@Value("${'],
    ['a.cs', 'onfiguration["a"]'],
    ['a.exs', 'System.get_env("A") '],
    ['a.py', 'environ.Env(A='],
  ] as const) {
    const before = process.cpuUsage()
    scan(path, large(part))
    const cpuMs = process.cpuUsage(before).user / 1_000
    if (cpuMs > 700) slow.push(`${path} ${part}: ${Math.round(cpuMs)} ms`)
  }
  expect(slow).toEqual([])
})
