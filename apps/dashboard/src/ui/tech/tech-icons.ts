/**
 * Icons of Git providers, frameworks, languages, databases, and operating systems, from Simple Icons. Each is a file of its own,
 * so that a page loads only what it shows. Without a color, the icon takes the color of the text: black and very light brands
 * would disappear in one of the themes.
 */
import actix from 'simple-icons/icons/actix.svg'
import adonisjs from 'simple-icons/icons/adonisjs.svg'
import almalinux from 'simple-icons/icons/almalinux.svg'
import alpinelinux from 'simple-icons/icons/alpinelinux.svg'
import angular from 'simple-icons/icons/angular.svg'
import apachekafka from 'simple-icons/icons/apachekafka.svg'
import archlinux from 'simple-icons/icons/archlinux.svg'
import astro from 'simple-icons/icons/astro.svg'
import bitbucket from 'simple-icons/icons/bitbucket.svg'
import bun from 'simple-icons/icons/bun.svg'
import caddy from 'simple-icons/icons/caddy.svg'
import centos from 'simple-icons/icons/centos.svg'
import clickhouse from 'simple-icons/icons/clickhouse.svg'
import codeberg from 'simple-icons/icons/codeberg.svg'
import debian from 'simple-icons/icons/debian.svg'
import deno from 'simple-icons/icons/deno.svg'
import directus from 'simple-icons/icons/directus.svg'
import discord from 'simple-icons/icons/discord.svg'
import django from 'simple-icons/icons/django.svg'
import docker from 'simple-icons/icons/docker.svg'
import docusaurus from 'simple-icons/icons/docusaurus.svg'
import dotnet from 'simple-icons/icons/dotnet.svg'
import drupal from 'simple-icons/icons/drupal.svg'
import elasticsearch from 'simple-icons/icons/elasticsearch.svg'
import eleventy from 'simple-icons/icons/eleventy.svg'
import elixir from 'simple-icons/icons/elixir.svg'
import express from 'simple-icons/icons/express.svg'
import fastapi from 'simple-icons/icons/fastapi.svg'
import fastify from 'simple-icons/icons/fastify.svg'
import fedora from 'simple-icons/icons/fedora.svg'
import flask from 'simple-icons/icons/flask.svg'
import forgejo from 'simple-icons/icons/forgejo.svg'
import gatsby from 'simple-icons/icons/gatsby.svg'
import ghost from 'simple-icons/icons/ghost.svg'
import gitea from 'simple-icons/icons/gitea.svg'
import github from 'simple-icons/icons/github.svg'
import gitlab from 'simple-icons/icons/gitlab.svg'
import go from 'simple-icons/icons/go.svg'
import gradio from 'simple-icons/icons/gradio.svg'
import grafana from 'simple-icons/icons/grafana.svg'
import hono from 'simple-icons/icons/hono.svg'
import html5 from 'simple-icons/icons/html5.svg'
import hugo from 'simple-icons/icons/hugo.svg'
import javascript from 'simple-icons/icons/javascript.svg'
import jekyll from 'simple-icons/icons/jekyll.svg'
import keycloak from 'simple-icons/icons/keycloak.svg'
import koa from 'simple-icons/icons/koa.svg'
import kotlin from 'simple-icons/icons/kotlin.svg'
import ktor from 'simple-icons/icons/ktor.svg'
import laravel from 'simple-icons/icons/laravel.svg'
import linux from 'simple-icons/icons/linux.svg'
import mariadb from 'simple-icons/icons/mariadb.svg'
import meilisearch from 'simple-icons/icons/meilisearch.svg'
import metabase from 'simple-icons/icons/metabase.svg'
import minio from 'simple-icons/icons/minio.svg'
import mongodb from 'simple-icons/icons/mongodb.svg'
import mysql from 'simple-icons/icons/mysql.svg'
import n8n from 'simple-icons/icons/n8n.svg'
import nestjs from 'simple-icons/icons/nestjs.svg'
import nextcloud from 'simple-icons/icons/nextcloud.svg'
import nextdotjs from 'simple-icons/icons/nextdotjs.svg'
import nginx from 'simple-icons/icons/nginx.svg'
import nodedotjs from 'simple-icons/icons/nodedotjs.svg'
import ntfy from 'simple-icons/icons/ntfy.svg'
import nuxt from 'simple-icons/icons/nuxt.svg'
import openjdk from 'simple-icons/icons/openjdk.svg'
import payloadcms from 'simple-icons/icons/payloadcms.svg'
import phoenixframework from 'simple-icons/icons/phoenixframework.svg'
import php from 'simple-icons/icons/php.svg'
import plausibleanalytics from 'simple-icons/icons/plausibleanalytics.svg'
import postgresql from 'simple-icons/icons/postgresql.svg'
import prometheus from 'simple-icons/icons/prometheus.svg'
import python from 'simple-icons/icons/python.svg'
import quarkus from 'simple-icons/icons/quarkus.svg'
import qwik from 'simple-icons/icons/qwik.svg'
import rabbitmq from 'simple-icons/icons/rabbitmq.svg'
import react from 'simple-icons/icons/react.svg'
import reactrouter from 'simple-icons/icons/reactrouter.svg'
import redis from 'simple-icons/icons/redis.svg'
import remix from 'simple-icons/icons/remix.svg'
import rockylinux from 'simple-icons/icons/rockylinux.svg'
import ruby from 'simple-icons/icons/ruby.svg'
import rubyonrails from 'simple-icons/icons/rubyonrails.svg'
import rubysinatra from 'simple-icons/icons/rubysinatra.svg'
import rust from 'simple-icons/icons/rust.svg'
import scala from 'simple-icons/icons/scala.svg'
import solid from 'simple-icons/icons/solid.svg'
import springboot from 'simple-icons/icons/springboot.svg'
import sqlite from 'simple-icons/icons/sqlite.svg'
import strapi from 'simple-icons/icons/strapi.svg'
import streamlit from 'simple-icons/icons/streamlit.svg'
import svelte from 'simple-icons/icons/svelte.svg'
import symfony from 'simple-icons/icons/symfony.svg'
import telegram from 'simple-icons/icons/telegram.svg'
import traefikproxy from 'simple-icons/icons/traefikproxy.svg'
import typescript from 'simple-icons/icons/typescript.svg'
import ubuntu from 'simple-icons/icons/ubuntu.svg'
import umami from 'simple-icons/icons/umami.svg'
import uptimekuma from 'simple-icons/icons/uptimekuma.svg'
import vaultwarden from 'simple-icons/icons/vaultwarden.svg'
import vite from 'simple-icons/icons/vite.svg'
import vitepress from 'simple-icons/icons/vitepress.svg'
import vuedotjs from 'simple-icons/icons/vuedotjs.svg'
import wordpress from 'simple-icons/icons/wordpress.svg'

export interface TechIconFile {
  readonly title: string
  /** URL of the SVG file. */
  readonly file: string
  readonly color?: string
}

export const techIcons = {
  // Git providers
  github: { title: 'GitHub', file: github },
  gitlab: { title: 'GitLab', file: gitlab, color: '#fc6d26' },
  gitea: { title: 'Gitea', file: gitea, color: '#609926' },
  forgejo: { title: 'Forgejo', file: forgejo, color: '#fb923c' },
  bitbucket: { title: 'Bitbucket', file: bitbucket, color: '#0052cc' },
  codeberg: { title: 'Codeberg', file: codeberg, color: '#2185d0' },
  // JavaScript
  next: { title: 'Next.js', file: nextdotjs },
  nuxt: { title: 'Nuxt', file: nuxt, color: '#00dc82' },
  sveltekit: { title: 'Svelte', file: svelte, color: '#ff3e00' },
  astro: { title: 'Astro', file: astro, color: '#bc52ee' },
  remix: { title: 'Remix', file: remix },
  'react-router': { title: 'React Router', file: reactrouter, color: '#ca4245' },
  gatsby: { title: 'Gatsby', file: gatsby, color: '#663399' },
  vite: { title: 'Vite', file: vite, color: '#9135ff' },
  vue: { title: 'Vue.js', file: vuedotjs, color: '#4fc08d' },
  angular: { title: 'Angular', file: angular },
  react: { title: 'React', file: react, color: '#61dafb' },
  'solid-start': { title: 'Solid', file: solid, color: '#2c4f7c' },
  qwik: { title: 'Qwik', file: qwik, color: '#ac7ef4' },
  docusaurus: { title: 'Docusaurus', file: docusaurus, color: '#3ecc5f' },
  vitepress: { title: 'VitePress', file: vitepress, color: '#5c73e7' },
  eleventy: { title: 'Eleventy', file: eleventy },
  express: { title: 'Express', file: express },
  nestjs: { title: 'NestJS', file: nestjs, color: '#e0234e' },
  fastify: { title: 'Fastify', file: fastify },
  hono: { title: 'Hono', file: hono, color: '#e36002' },
  koa: { title: 'Koa', file: koa },
  adonisjs: { title: 'AdonisJS', file: adonisjs, color: '#5a45ff' },
  strapi: { title: 'Strapi', file: strapi, color: '#4945ff' },
  payload: { title: 'Payload CMS', file: payloadcms },
  node: { title: 'Node.js', file: nodedotjs, color: '#5fa04e' },
  bun: { title: 'Bun', file: bun },
  deno: { title: 'Deno', file: deno },
  typescript: { title: 'TypeScript', file: typescript, color: '#3178c6' },
  javascript: { title: 'JavaScript', file: javascript },
  // Other languages and their frameworks
  python: { title: 'Python', file: python, color: '#3776ab' },
  django: { title: 'Django', file: django },
  flask: { title: 'Flask', file: flask, color: '#3babc3' },
  fastapi: { title: 'FastAPI', file: fastapi, color: '#009688' },
  streamlit: { title: 'Streamlit', file: streamlit, color: '#ff4b4b' },
  gradio: { title: 'Gradio', file: gradio, color: '#f97316' },
  ruby: { title: 'Ruby', file: ruby, color: '#cc342d' },
  rails: { title: 'Ruby on Rails', file: rubyonrails, color: '#d30001' },
  sinatra: { title: 'Ruby Sinatra', file: rubysinatra },
  jekyll: { title: 'Jekyll', file: jekyll, color: '#cc0000' },
  php: { title: 'PHP', file: php, color: '#777bb4' },
  laravel: { title: 'Laravel', file: laravel, color: '#ff2d20' },
  symfony: { title: 'Symfony', file: symfony },
  wordpress: { title: 'WordPress', file: wordpress, color: '#21759b' },
  drupal: { title: 'Drupal', file: drupal, color: '#0678be' },
  java: { title: 'OpenJDK', file: openjdk },
  kotlin: { title: 'Kotlin', file: kotlin, color: '#7f52ff' },
  'spring-boot': { title: 'Spring Boot', file: springboot, color: '#6db33f' },
  quarkus: { title: 'Quarkus', file: quarkus, color: '#4695eb' },
  ktor: { title: 'Ktor', file: ktor, color: '#087cfa' },
  go: { title: 'Go', file: go, color: '#00add8' },
  rust: { title: 'Rust', file: rust },
  actix: { title: 'Actix', file: actix },
  elixir: { title: 'Elixir', file: elixir, color: '#8847b9' },
  phoenix: { title: 'Phoenix Framework', file: phoenixframework, color: '#fd4f00' },
  dotnet: { title: '.NET', file: dotnet, color: '#512bd4' },
  scala: { title: 'Scala', file: scala, color: '#dc322f' },
  hugo: { title: 'Hugo', file: hugo, color: '#ff4088' },
  static: { title: 'HTML5', file: html5, color: '#e34f26' },
  // Databases
  postgres: { title: 'PostgreSQL', file: postgresql, color: '#5b8def' },
  mysql: { title: 'MySQL', file: mysql, color: '#4479a1' },
  mariadb: { title: 'MariaDB', file: mariadb },
  redis: { title: 'Redis', file: redis, color: '#ff4438' },
  mongodb: { title: 'MongoDB', file: mongodb, color: '#47a248' },
  sqlite: { title: 'SQLite', file: sqlite },
  elasticsearch: { title: 'Elasticsearch', file: elasticsearch, color: '#005571' },
  rabbitmq: { title: 'RabbitMQ', file: rabbitmq, color: '#ff6600' },
  kafka: { title: 'Apache Kafka', file: apachekafka },
  clickhouse: { title: 'ClickHouse', file: clickhouse },
  // Images
  docker: { title: 'Docker', file: docker, color: '#2496ed' },
  nginx: { title: 'NGINX', file: nginx, color: '#009639' },
  caddy: { title: 'Caddy', file: caddy, color: '#1f88c0' },
  grafana: { title: 'Grafana', file: grafana, color: '#f46800' },
  prometheus: { title: 'Prometheus', file: prometheus, color: '#e6522c' },
  metabase: { title: 'Metabase', file: metabase, color: '#509ee3' },
  n8n: { title: 'n8n', file: n8n, color: '#ff91ac' },
  ghost: { title: 'Ghost', file: ghost },
  nextcloud: { title: 'Nextcloud', file: nextcloud, color: '#0082c9' },
  vaultwarden: { title: 'Vaultwarden', file: vaultwarden },
  plausible: { title: 'Plausible Analytics', file: plausibleanalytics, color: '#5850ec' },
  umami: { title: 'Umami', file: umami },
  minio: { title: 'MinIO', file: minio, color: '#c72e49' },
  keycloak: { title: 'Keycloak', file: keycloak, color: '#4d4d4d' },
  'uptime-kuma': { title: 'Uptime Kuma', file: uptimekuma, color: '#5cdd8b' },
  directus: { title: 'Directus', file: directus },
  traefik: { title: 'Traefik Proxy', file: traefikproxy, color: '#24a1c1' },
  meilisearch: { title: 'Meilisearch', file: meilisearch, color: '#ff5caa' },
  // Operating systems
  ubuntu: { title: 'Ubuntu', file: ubuntu, color: '#e95420' },
  debian: { title: 'Debian', file: debian, color: '#a81d33' },
  alpine: { title: 'Alpine Linux', file: alpinelinux, color: '#0d597f' },
  fedora: { title: 'Fedora', file: fedora, color: '#51a2da' },
  rocky: { title: 'Rocky Linux', file: rockylinux, color: '#10b981' },
  almalinux: { title: 'AlmaLinux', file: almalinux },
  arch: { title: 'Arch Linux', file: archlinux, color: '#1793d1' },
  centos: { title: 'CentOS', file: centos },
  linux: { title: 'Linux', file: linux, color: '#fcc624' },
  // Notification channels
  discord: { title: 'Discord', file: discord, color: '#5865f2' },
  telegram: { title: 'Telegram', file: telegram, color: '#26a5e4' },
  ntfy: { title: 'ntfy', file: ntfy, color: '#317f6f' },
} as const satisfies Record<string, TechIconFile>
