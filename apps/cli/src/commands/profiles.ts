import { defineCommand } from '../command.ts'
import { openProfiles } from '../connection/profiles.ts'
import { CliError } from '../exit-codes.ts'

export const profileList = defineCommand({
  path: 'profile list',
  summary: 'List profiles on this computer.',
  async run(context) {
    const profiles = openProfiles(context.environment)
    const current = await profiles.current()
    const items: { name: string; url: string; account: string; isCurrent: boolean; isSignedIn: boolean }[] = []
    for (const name of await profiles.names()) {
      const profile = await profiles.read(name)
      if (profile === null) continue
      const { url, account, secret } = profile
      items.push({ name, url, account, isCurrent: name === current, isSignedIn: secret !== null })
    }
    context.output.table(
      { items },
      {
        heads: ['', 'NAME', 'INSTANCE', 'ACCOUNT', 'STATE'],
        rows: items.map((each) => [
          each.isCurrent ? '*' : '',
          each.name,
          each.url,
          each.account,
          each.isSignedIn ? 'signed in' : 'signed out',
        ]),
        empty: "You're not signed in. Start with: longshore login URL",
      },
    )
    return 0
  },
})

export const profileUse = defineCommand({
  path: 'profile use',
  summary: 'Switch to another profile.',
  arguments: [{ name: 'PROFILE', summary: 'Profile name.' }],
  async run(context, { positionals: [name = ''] }) {
    const profiles = openProfiles(context.environment)
    const profile = await profiles.read(name)
    if (profile === null) throw new CliError('notFound', `Unknown profile “${name}”.`, 'See: longshore profile list')
    await profiles.use(name)
    context.output.show({ name, url: profile.url }, () => [
      `Switched to ${name}: ${profile.account} at ${profile.url}.`,
    ])
    return 0
  },
})
