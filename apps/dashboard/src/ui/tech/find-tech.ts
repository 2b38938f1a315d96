/** Finds the icon of a technology by the names that analyses, images, URLs, and operating systems use. */
import { type TechIconFile, techIcons } from './tech-icons.ts'

const aliases: Readonly<Record<string, keyof typeof techIcons>> = {
  'next.js': 'next',
  nextjs: 'next',
  nuxt3: 'nuxt',
  svelte: 'sveltekit',
  'vue-cli': 'vue',
  vuepress: 'vue',
  'create-react-app': 'react',
  preact: 'react',
  solid: 'solid-start',
  nest: 'nestjs',
  adonis: 'adonisjs',
  'node.js': 'node',
  nodejs: 'node',
  'ruby-on-rails': 'rails',
  spring: 'spring-boot',
  'net/http': 'go',
  golang: 'go',
  axum: 'rust',
  rocket: 'rust',
  lumen: 'laravel',
  aspnetcore: 'dotnet',
  blazor: 'dotnet',
  'worker-service': 'dotnet',
  csharp: 'dotnet',
  html: 'static',
  postgresql: 'postgres',
  pgvector: 'postgres',
  postgis: 'postgres',
  mongo: 'mongodb',
  valkey: 'redis',
  'kafka-native': 'kafka',
  rhel: 'linux',
  rockylinux: 'rocky',
}

export function findTech(name: string | null | undefined): TechIconFile | undefined {
  const key = name?.trim().toLowerCase() ?? ''
  return own(techIcons, own(aliases, key) ?? key)
}

/** The last part of an image's name that has an icon: `ghcr.io/umami-software/umami:2` is Umami. */
export function findImageTech(image: string): TechIconFile | undefined {
  const parts = image.split('@', 1)[0]?.split('/') ?? []
  const names = parts.map((part) => part.split(':', 1)[0])
  return names.map(findTech).findLast((found) => found !== undefined)
}

/** The Git provider, if the hostname of the repository contains its name. */
export function findRepositoryTech(url: string): TechIconFile | undefined {
  const host = URL.parse(url)?.hostname ?? ''
  return host
    .split('.')
    .map(findTech)
    .find((found) => found !== undefined)
}

function own<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}
