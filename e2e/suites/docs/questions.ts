/** Lists what users of such platforms ask, in their words, with the page that responds. */
export interface Question {
  readonly query: string
  /** Any of these is a good response. */
  readonly pages: readonly string[]
}

export const questions: readonly Question[] = [
  { query: 'minimum requirements', pages: ['start/requirements'] },
  { query: 'ufw firewall docker', pages: ['guides/troubleshooting', 'start/requirements'] },
  { query: 'uninstall', pages: ['guides/uninstall'] },
  {
    query: 'backup and restore longshore itself',
    pages: ['guides/recover-the-control-plane', 'guides/disaster-recovery'],
  },
  { query: 'cloudflare tunnel', pages: ['guides/cloudflare-tunnel'] },
  { query: 'nginx reverse proxy port 80 in use', pages: ['guides/behind-a-reverse-proxy'] },
  { query: '502 bad gateway', pages: ['guides/troubleshooting'] },
  { query: 'build out of memory', pages: ['guides/troubleshooting', 'guides/when-a-deployment-fails'] },
  { query: 'migrate from coolify', pages: ['guides/coming-from/coolify'] },
  { query: 'heroku procfile', pages: ['guides/coming-from/heroku'] },
  { query: 'take over running containers', pages: ['guides/coming-from/docker-compose'] },
  { query: '.env file', pages: ['guides/variables'] },
  { query: 'custom domain', pages: ['guides/use-your-own-domain'] },
  { query: 'certificate not issued', pages: ['guides/troubleshooting', 'guides/use-your-own-domain'] },
  { query: 'rollback', pages: ['guides/deploy'] },
  { query: 'cron job', pages: ['guides/services'] },
  { query: 'github actions', pages: ['guides/deploy-from-ci'] },
  { query: 'private repository', pages: ['guides/connect-a-git-provider'] },
  { query: 'connect to postgres from my computer', pages: ['guides/databases'] },
  { query: 'cloudflare r2 backups', pages: ['guides/s3-storage'] },
  { query: 'monorepo', pages: ['guides/monorepo'] },
  { query: 'slack notifications', pages: ['guides/notifications'] },
  { query: 'docker compose file', pages: ['guides/compose'] },
  { query: 'next.js', pages: ['guides/frameworks/next'] },
  { query: 'move server', pages: ['guides/environments'] },
  { query: 'tailscale', pages: ['guides/tailscale'] },
]
