/**
 * The image plans that were really built and run, by runtime and framework; `plain` is a program without a framework.
 * This is the only record: set an entry to true when a suite builds the stack, starts it, and gets a response. Missing
 * entries were never built.
 */
export const stacks: Readonly<Record<string, Readonly<Record<string, boolean>>>> = {
  node: {
    plain: false, adonisjs: false, agenda: false, angular: true, apollo: false, astro: true, bull: false, bullmq: false, 'create-react-app': false,
    directus: false, 'discord.js': false, docusaurus: false, eleventy: true, ember: false, express: true, fastify: true, feathers: false, gatsby: false,
    hapi: false, hexo: true, hono: true, keystone: false, koa: true, medusa: false, nestjs: true, next: true, nitro: false, nuxt: false, parcel: true,
    quasar: false, qwik: true, 'react-router': true, remix: false, rsbuild: false, rspack: true, sails: false, 'socket.io': false, 'solid-start': false, strapi: false,
    sveltekit: true, 'tanstack-start': true, telegraf: false, vite: true, vitepress: true, 'vue-cli': false, vuepress: false, webpack: false, ws: false,
  },
  bun: { plain: false, elysia: false, express: false, hono: true },
  deno: { plain: false, express: false, fastify: false, fresh: false, hono: true, oak: false },
  python: {
    plain: false, aiogram: false, aiohttp: false, arq: false, blacksheep: false, bottle: false, celery: false, chainlit: false, dash: false,
    'discord-py': false, django: true, dramatiq: false, falcon: false, fastapi: true, flask: true, gradio: false, grpc: false, huey: false, litestar: false,
    mkdocs: true, nicegui: false, panel: false, pyramid: false, 'python-fasthtml': false, quart: false, reflex: false, rq: false, sanic: false,
    starlette: false, streamlit: true, tornado: false,
  },
  go: {
    plain: false, beego: false, chi: false, connect: false, echo: true, fiber: true, gin: true, 'go-zero': false, gorilla: false, grpc: false,
    hertz: false, huma: false, iris: false, kratos: false, 'net/http': true, pocketbase: false,
  },
  rust: {
    plain: false, 'actix-web': false, axum: true, dioxus: false, hyper: false, leptos: false, loco: false, poem: false, rocket: false, salvo: false,
    tide: false, tonic: false, warp: false, yew: false,
  },
  ruby: {
    plain: true, bridgetown: false, grape: false, hanami: false, jekyll: false, middleman: false, nanoc: false, padrino: false, rack: false, rails: false,
    roda: false, sinatra: false,
  },
  php: {
    plain: false, cakephp: false, codeigniter: false, craft: false, drupal: false, laravel: false, lumen: false, slim: false, symfony: false, wordpress: false,
    yii: false,
  },
  java: {
    plain: false, dropwizard: false, helidon: false, javalin: false, jetty: false, jooby: false, micronaut: false, quarkus: false, spark: false,
    'spring-boot': true, vertx: false,
  },
  kotlin: { plain: false, http4k: false, javalin: false, ktor: false, micronaut: false, quarkus: false, 'spring-boot': false },
  dotnet: { plain: false, aspnetcore: false, blazor: false, 'worker-service': false },
  elixir: { plain: false, phoenix: false, plug: false },
  static: { plain: true, hugo: false },
  shell: { plain: false },
} // biome-ignore format: a table

export function isBuiltStack(runtime: string, framework: string | null): boolean {
  const frameworks = Object.hasOwn(stacks, runtime) ? (stacks[runtime] ?? {}) : {}
  const name = framework ?? 'plain'
  return Object.hasOwn(frameworks, name) && frameworks[name] === true
}
