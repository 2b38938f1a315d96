const { Client, GatewayIntentBits } = require('discord.js')
const Database = require('better-sqlite3')

const db = new Database(process.env.DB_FILE || 'bot.db')
const client = new Client({ intents: [GatewayIntentBits.Guilds] })
client.once('ready', () => console.log('ready', db.name))
client.login(process.env.DISCORD_TOKEN)
