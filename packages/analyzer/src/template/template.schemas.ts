/** Schema of `template.yaml`, the description of an app in the catalog. Its compose file is a second text. */
import { z } from 'zod'

export const templateCategories = [
  'ai', 'analytics', 'automation', 'communication', 'databases', 'design', 'development', 'documents', 'files',
  'finance', 'media', 'monitoring', 'notes', 'productivity', 'security', 'websites',
] as const // biome-ignore format: a list
export const categoryMeanings =
  '`ai`: chat and language models. `analytics`: statistics and business reports. `automation`: workflows that connect services. `communication`: chat, email, and newsletters. `databases`: work with data and databases. `design`: drawings, diagrams, and prototypes. `development`: tools for code and software teams. `documents`: scan, search, and archive documents. `files`: share and synchronize files. `finance`: budgets and accounting. `media`: photos, videos, music, and feeds. `monitoring`: check services and record metrics. `notes`: notes and bookmarks. `productivity`: calendars, contacts, and tasks. `security`: passwords and sign-in. `websites`: blogs and websites.'
export const inputKinds = ['text', 'secret', 'email', 'number', 'boolean', 'choice'] as const
export const inputGenerators = ['password', 'hex32', 'hex64', 'base64-32', 'uuid'] as const
export type InputGenerator = (typeof inputGenerators)[number]

/** Both files of a template together. */
export const maxTemplateBytes = 256 << 10

const name = z.string().regex(/^[a-z0-9](?:[a-z0-9_.-]{0,62}[a-z0-9])?$/, 'must be a short lowercase name')
const version = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._+-]{0,49}$/, 'must be a version, such as 6.0.10')
const link = z
  .string()
  .max(500)
  .regex(/^https:\/\/[^\s"'<>\\]+$/, 'must be an https URL')

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const noControl = /^[^\u0000-\u001f\u007f]*$/

/** One line of text without blanks around it. */
function line(max: number) {
  return z
    .string()
    .min(1)
    .max(max)
    .regex(noControl, 'must be one line of text')
    .refine((text) => text.trim() === text, 'must not start or end with a blank')
}

export const TemplateInput = z.strictObject({
  key: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]{0,63}$/, 'must contain only capital letters, digits, and underscores')
    .refine((key) => !key.startsWith('LONGSHORE_'), 'must not start with LONGSHORE_')
    .meta({ description: 'Name that the compose file uses for the value.', example: 'MAIL_HOST' }),
  label: line(60).meta({
    description: 'Short text that people see next to the input, up to 60 characters.',
    example: 'SMTP server',
  }),
  help: line(300).nullable().describe('What to enter. Null if the label is enough.').default(null),
  kind: z
    .enum(inputKinds)
    .describe(
      'Kind of value. `text`: one line of text. `secret`: text that is stored encrypted, also with several lines. `email`: an email address. `number`: a decimal number. `boolean`: `true` or `false`. `choice`: one of `choices`.',
    ),
  required: z.boolean().describe('Whether the app cannot run without a value.').default(true),
  default: z
    .string()
    .max(2_000)
    .nullable()
    .describe('Value that is used if you send none. Null if there is none.')
    .default(null),
  choices: z.array(line(100)).max(50).describe('Possible values of a `choice`. Empty for other kinds.').default([]),
  generate: z
    .enum(inputGenerators)
    .nullable()
    .describe(
      'How Longshore generates the value if you send none. `password`: 24 letters and digits. `hex32` and `hex64`: that many hexadecimal digits. `base64-32`: 32 bytes as base64. `uuid`: a random UUID. Null: it generates none.',
    )
    .default(null),
})
export type TemplateInput = z.output<typeof TemplateInput>

export const Template = z.strictObject({
  title: line(60).meta({ description: 'Name that people know the app by.', example: 'Ghost' }),
  summary: line(100).meta({
    description: 'One sentence about what the app does.',
    example: 'Publish a blog and send newsletters.',
  }),
  category: z.enum(templateCategories).describe(`What people use the app for. ${categoryMeanings}`),
  icon: z
    .strictObject({
      text: z
        .string()
        .regex(/^[A-Za-z0-9]{1,2}$/, 'must be one or two letters')
        .meta({ description: 'One or two letters.', example: 'Gh' }),
      color: z
        .string()
        .regex(/^#[0-9a-f]{6}$/, 'must be a color such as #15171a')
        .meta({ description: 'Background color behind the letters.', example: '#15171a' }),
    })
    .describe('Letters on a colored background.'),
  version: version.meta({ description: 'Version of the main program.', example: '6.0.10' }),
  minimumMemoryMb: z
    .int()
    .min(16)
    .max(1_048_576)
    .meta({ description: 'Memory that all services together need to run well, in MiB.', example: 1024 }),
  links: z
    .strictObject({
      website: link.describe('HTTPS URL where its authors present it.'),
      documentation: link.describe('HTTPS URL of the manual for people who install or use it.'),
      source: link.describe('Source code of the app.'),
    })
    .describe('Pages of the app’s authors.'),
  web: name.meta({ description: 'Service that visitors reach.', example: 'ghost' }),
  inputs: z.array(TemplateInput).max(50).describe('Values that differ between deployments, in the order of a form.'),
  data: z
    .array(
      z.strictObject({
        name: name.meta({ description: 'Volume or managed database in the compose file.', example: 'content' }),
        holds: line(120).meta({
          description: 'Kinds of content that a backup of it covers, for people.',
          example: 'Images, themes, and files',
        }),
      }),
    )
    .max(30)
    .describe('Data of the app, all of which is backed up.'),
  updates: z
    .enum(['zero-downtime', 'restart'])
    .describe(
      '`zero-downtime`: updates don’t interrupt the app. `restart`: the old version stops before the new one starts.',
    ),
  updatesWhy: line(300).nullable().describe('Why an update restarts the app. Null if it does not.').default(null),
  upgradeNotes: z
    .array(
      z.strictObject({
        to: version.meta({ description: 'Version that the note is about.', example: '6.0.0' }),
        text: line(500).describe('What to know before an update to this version or a later one.'),
      }),
    )
    .max(50)
    .describe('What to know before updates, newest first.')
    .default([]),
  firstSteps: line(500).nullable().describe('What to do after the first deployment. Null if nothing.').default(null),
  tested: z
    .strictObject({
      on: z
        .string()
        .regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a date such as 2026-11-19')
        .meta({ description: 'Day of the newest successful run, as YYYY-MM-DD.', example: '2026-11-19' }),
      version: version.meta({
        description: 'Release of the main program that ran. Compare it with the template’s `version`.',
        example: '6.0.10',
      }),
      from: line(200).meta({ description: 'Where the program came from.', example: 'npm package ghost 6.0.10' }),
    })
    .nullable()
    .describe('When Longshore’s tests ran the real program. Null: unverified.')
    .default(null),
})
export type Template = z.output<typeof Template>
